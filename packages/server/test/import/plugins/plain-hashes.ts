/*
 * Hashes that several plugins share, made by PHP: password_hash(password, PASSWORD_BCRYPT), whose `$2y$`
 * Java programs write as `$2a$`, and hash('sha256', hash('sha256', password) . salt) of AuthMe.
 */

export const BCRYPT = {
  password: '$2a$10$fxWfgSc6NovlEpkKgpp52ur5HOzobcIdfs1e3XSHkfp3BejdwaFaK',
  five5: '$2a$10$dfZWf3dPBMDCJGKXpUzq3u7vNgdgTnQvCu7Hfs39s8fUZOm6x4kFq',
  пароль: '$2a$10$W4aS.7qEoT200dTZCb9Fj.bv7wD6DGeZVGDFTzBrckZ4tjqgHX.4e',
}

/** The bcrypt hash of `five5` with cost 4. */
export const WEAK_BCRYPT = '$2a$04$Wu59FKi9aC.f2Ow996rIQeRtCo2VkZEyVmCxMtYzIPdo7vf3DHfNy'

/** The hash of `five5` in the format of AuthMe. */
export const AUTHME =
  '$SHA$0123456789abcdef$b8781f345775e7c98ce9cd7dc5d8410886f2cd4f805f9a2e9d5f04f7a574f8a8'

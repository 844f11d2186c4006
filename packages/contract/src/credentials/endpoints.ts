export {
  changeIdentityProvider,
  createIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
  testIdentityProvider,
} from './identity-providers.ts'
export {
  identityCode,
  identityLinkOptions,
  identityLogin,
  identityLoginOptions,
  linkIdentity,
  listIdentities,
  unlinkIdentity,
} from './linked-accounts.ts'
export {
  listPasskeys,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  registerPasskey,
  removePasskey,
  renamePasskey,
} from './passkeys.ts'
export { changePassword, judgePassword, requestReset, resetPassword } from './password.ts'
export * from './two-factor.ts'

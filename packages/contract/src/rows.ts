/** Every endpoint of the site. A row that is not here is not served. */
export * from './activation.ts'
export * from './auth.ts'
export { changePassword, requestReset, resetPassword } from './password.ts'
export * from './public.ts'
export * from './registration.ts'
export * from './sessions.ts'
export * from './two-factor.ts'

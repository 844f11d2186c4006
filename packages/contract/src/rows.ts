/** Every endpoint of the site. A row that is not here is not served. */
export * from './auth.ts'
export * from './public.ts'
export * from './registration.ts'
export * from './sessions.ts'

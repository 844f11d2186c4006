declare module 'virtual:contract-paths' {
  /** Method and path of each endpoint: `{ login: 'POST /auth/login', … }`. */
  const paths: Record<string, string>
  export default paths
}

declare module 'virtual:contract-paths/account' {
  /** The endpoints that only the account pages use. */
  const paths: Record<string, string>
  export default paths
}

declare module 'virtual:contract-paths/panel' {
  /** The endpoints of the panel. */
  const paths: Record<string, string>
  export default paths
}

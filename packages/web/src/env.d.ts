declare module 'virtual:contract-paths' {
  /** Method and path of the rows of the contract: `{ login: 'POST /auth/login', … }`. */
  const paths: Record<string, string>
  export default paths
}

declare module 'virtual:contract-paths/account' {
  /** Those that only pages of one's own account ask. */
  const paths: Record<string, string>
  export default paths
}

declare module 'virtual:contract-paths/panel' {
  /** Those of the panel. */
  const paths: Record<string, string>
  export default paths
}

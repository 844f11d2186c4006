declare module 'virtual:contract-paths' {
  /** `{ login: 'POST /auth/login', … }`: every row of the contract. */
  const paths: Record<string, string>
  export default paths
}

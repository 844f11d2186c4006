declare module 'virtual:contract-paths' {
  /** Method and path of every row of the contract: `{ login: 'POST /auth/login', … }`. */
  const paths: Record<string, string>
  export default paths
}

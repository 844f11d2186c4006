import { endpoints } from '@portal/contract'
import type { Plugin } from 'vite'

const NAME = 'virtual:contract-paths'

/**
 * Gives pages the method and path of every row of the contract (`{ login: 'POST /auth/login' }`) without
 * the schemas, which only the server needs. They would add a third to the weight of the sign-in page.
 */
export function contractPaths(): Plugin {
  return {
    name: 'contract-paths',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined
      const paths = Object.values(endpoints).map(({ name, method, path }) => [
        name,
        `${method} ${path}`,
      ])
      return `export default ${JSON.stringify(Object.fromEntries(paths))}`
    },
  }
}

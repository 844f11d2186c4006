import { type Endpoint, endpoints } from '@portal/contract'
import type { Plugin } from 'vite'

const NAME = 'virtual:contract-paths'
const PANEL = `${NAME}/panel`

/**
 * Gives pages the method and path of every row that they may ask (`{ login: 'POST /auth/login' }`) without
 * the schemas, which only the server needs: they would add a third to the weight of the sign-in page. The
 * rows of the panel are a module of their own, which nobody else loads.
 */
export function contractPaths(): Plugin {
  return {
    name: 'contract-paths',
    resolveId: (id) => (id === NAME || id === PANEL ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${NAME}` && id !== `\0${PANEL}`) return undefined
      const rows: Endpoint[] = Object.values(endpoints)
      const paths = rows
        .filter((row) => row.caller !== 'launcher' && !row.produces)
        .filter(({ path }) => path.startsWith('/admin/') === (id === `\0${PANEL}`))
        .map(({ name, method, path }) => [name, `${method} ${path}`])
      return `export default ${JSON.stringify(Object.fromEntries(paths))}`
    },
  }
}

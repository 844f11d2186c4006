import { type Endpoint, endpoints } from '@portal/contract'
import type { Plugin } from 'vite'

const NAME = 'virtual:contract-paths'
const PANEL = `${NAME}/panel`
const ACCOUNT = `${NAME}/account`
const MODULES = [NAME, ACCOUNT, PANEL]

/** What only pages of one's own account ask. */
const OWN = /^\/(cabinet|exports|identities|passkeys)(\/|$)/

/**
 * Gives pages the method and path of every row that they may ask (`{ login: 'POST /auth/login' }`) without
 * the schemas, which only the server needs: they would add a third to the weight of the sign-in page. The
 * rows of the account and of the panel are modules of their own, which nobody else loads.
 */
export function contractPaths(): Plugin {
  return {
    name: 'contract-paths',
    resolveId: (id) => (MODULES.includes(id) ? `\0${id}` : undefined),
    load(id) {
      const wanted = MODULES.find((name) => id === `\0${name}`)
      if (!wanted) return undefined
      const rows: Endpoint[] = Object.values(endpoints)
      const paths = rows
        .filter((row) => !isForPrograms(row) && !(row.produces && row.method === 'GET'))
        .filter(({ path }) => moduleOf(path) === wanted)
        .map(({ name, method, path }) => [name, `${method} ${path}`])
      return `export default ${JSON.stringify(Object.fromEntries(paths))}`
    },
  }
}

function moduleOf(path: string): string {
  if (path.startsWith('/admin/')) return PANEL
  return OWN.test(path) ? ACCOUNT : NAME
}

/** Whether only launchers, game servers and the game ask a row. */
function isForPrograms({ caller, dialect }: Endpoint): boolean {
  return dialect !== undefined || ['launcher', 'provider', 'game'].includes(caller)
}

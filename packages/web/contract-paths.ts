import { type Endpoint, endpoints } from '@portal/contract'
import type { Plugin } from 'vite'

const NAME = 'virtual:contract-paths'
const PANEL = `${NAME}/panel`
const ACCOUNT = `${NAME}/account`
const MODULES = [NAME, ACCOUNT, PANEL]

/** Endpoints that only the account pages use, and those that other pages use rarely. */
const OWN = /^\/(cabinet|exports|identities|passkeys|auth\/ended|auth\/password\/check)(\/|$)/

/**
 * Gives pages the method and path of each endpoint that they may call (`{ login: 'POST /auth/login' }`)
 * without the schemas, which only the server needs: they would add a third to the sign-in page. The
 * endpoints of the account and of the panel are separate modules, so other pages do not load them.
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
        .filter((row) => !isForPrograms(row) && !isOpenedByAddress(row))
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

/** Whether only launchers, game servers and game clients call an endpoint. */
function isForPrograms({ caller, protocol: dialect }: Endpoint): boolean {
  return dialect !== undefined || ['launcher', 'provider', 'game'].includes(caller)
}

/**
 * Whether pages put the address of an endpoint into a link or an image instead of calling it: pictures, feeds and the
 * like.
 */
function isOpenedByAddress({ produces, method }: Endpoint): boolean {
  return produces !== undefined && produces !== 'text/csv' && method === 'GET'
}

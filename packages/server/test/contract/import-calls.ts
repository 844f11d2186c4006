import { oddPlayers } from '../import/authme-players.ts'
import { authmeTable } from '../import/authme-source.ts'
import { onSqlite } from '../import/old-database.ts'
import { GO, looked, sendPart } from '../import/panel-importer.ts'
import { owner } from '../support/administrator.ts'
import type { Site } from '../support/site.ts'
import type { Calls, Name } from './contract-calls.ts'

/** Makes an owner who has the report of an import. */
async function ready(site: Site) {
  await using old = await onSqlite(authmeTable(oddPlayers.map(({ row }) => row)))
  const notch = await owner(site)
  await looked(site, notch, old.from)
  return notch
}

const part = { name: 'authme.db', size: 100, offset: 0, bytes: Buffer.alloc(8) }
const proof = { username: 'Steve', password: 'password' }

/** A successful and a refused call for each endpoint about imports. */
export const importCalls = {
  showImport: {
    happy: async (site) => (await ready(site)).get('/admin/import'),
    refused: (site) => site.browser().get('/admin/import'),
  },
  uploadImport: {
    happy: async (site) => sendPart(site, await owner(site), part),
    refused: async (site) => sendPart(site, await owner(site), { ...part, offset: 8 }),
  },
  lookAtImport: {
    happy: async (site) => (await ready(site)).send('POST', '/admin/import', { source: 'authme' }),
    refused: async (site) => {
      return (await owner(site)).send('POST', '/admin/import', { source: 'authme' })
    },
  },
  proveImport: {
    happy: async (site) => (await ready(site)).send('POST', '/admin/import/proof', proof),
    refused: async (site) => (await owner(site)).send('POST', '/admin/import/proof', proof),
  },
  startImport: {
    happy: async (site) => (await ready(site)).send('POST', '/admin/import/start', GO),
    refused: async (site) => (await owner(site)).send('POST', '/admin/import/start', GO),
  },
  showResetLinks: {
    happy: async (site) => (await owner(site)).get('/admin/import/reset-links'),
    refused: (site) => site.browser().get('/admin/import/reset-links'),
  },
  sendResetLinks: {
    happy: async (site) => (await owner(site)).send('POST', '/admin/import/reset-links'),
    refused: (site) => site.browser().send('POST', '/admin/import/reset-links'),
  },
  endImport: {
    happy: async (site) => (await ready(site)).send('DELETE', '/admin/import'),
    refused: (site) => site.browser().send('DELETE', '/admin/import'),
  },
} satisfies Partial<Record<Name, Calls>>

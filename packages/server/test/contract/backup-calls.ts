import { backupReader, made } from '../operations/backup/panel-backup.ts'
import { owner } from '../support/administrator.ts'
import type { Calls, Name } from './contract-calls.ts'

/** A successful and a refused call for each endpoint about backups in the panel. */
export const backupCalls = {
  listBackups: {
    happy: async (site) => (await owner(site)).get('/admin/backups'),
    refused: (site) => site.browser().get('/admin/backups'),
  },
  makeBackup: {
    async happy(site) {
      const notch = await owner(site)
      const reply = await notch.send('POST', '/admin/backups')
      await made(site)
      return reply
    },
    refused: async (site) => (await backupReader(site)).send('POST', '/admin/backups'),
  },
  linkBackup: {
    async happy(site) {
      const notch = await owner(site)
      await notch.send('POST', '/admin/backups')
      return notch.send('POST', `/admin/backups/${await made(site)}/link`)
    },
    refused: async (site) => (await owner(site)).send('POST', '/admin/backups/none/link'),
  },
  downloadBackup: {
    async happy(site) {
      const notch = await owner(site)
      await notch.send('POST', '/admin/backups')
      const { body } = await notch.send('POST', `/admin/backups/${await made(site)}/link`)
      return site.browser().get(body.url)
    },
    refused: (site) => site.browser().get('/backups/download?ticket=none'),
  },
} satisfies Partial<Record<Name, Calls>>

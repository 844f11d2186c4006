import { owner } from '../support/administrator.ts'
import type { Calls, Name } from './contract-calls.ts'

/** A successful and a refused call for each endpoint of the panel's page about launchers. */
export const launcherPageCalls = {
  showLauncher: {
    happy: async (site) => (await owner(site)).get('/admin/launcher'),
    refused: (site) => site.browser().get('/admin/launcher'),
  },
  probeLauncher: {
    happy: async (site) =>
      (await owner(site)).send('POST', '/admin/launcher/probe', { product: 'gravit' }),
    refused: async (site) => site.browser().post('/admin/launcher/probe', { product: 'gravit' }),
  },
  downloadModule: {
    happy: (site) => site.browser().get('/launcher/module/portal'),
    refused: (site) => site.browser().get('/launcher/module/other'),
  },
} satisfies Partial<Record<Name, Calls>>

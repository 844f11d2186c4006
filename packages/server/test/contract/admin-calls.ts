import { queueFailed } from '../mail/queued-mail.ts'
import { type Administrator, administrator, callsOf, owner } from '../support/administrator.ts'
import type { Site } from '../support/site.ts'
import type { Call, Calls, Name } from './contract-calls.ts'

type Steve = Awaited<ReturnType<Site['player']>> & ReturnType<typeof callsOf>

/** A successful and a refused call for each endpoint about players, bans, balances and the site itself. */
export const adminCalls = {
  listPlayers: {
    happy: asOwner((notch) => notch.get('/admin/players', { query: 'no' })),
    refused: asOwner((notch) => notch.get('/admin/players', { cursor: 'x' })),
  },
  showPlayer: {
    happy: asOwner((notch) => notch.get(`/admin/players/${notch.id}`)),
    refused: asOwner((notch) => notch.get('/admin/players/unknown')),
  },
  editPlayer: {
    happy: onSteve((notch, path) => notch.send('PATCH', path, { username: 'Herobrine' })),
    refused: onSteve((notch, path) => notch.send('PATCH', path, { username: 'Notch' })),
  },
  removeTwoFactor: {
    happy: onSteve((notch, path) => notch.send('DELETE', `${path}/2fa`)),
    refused: asOwner((notch) => notch.send('DELETE', '/admin/players/unknown/2fa')),
  },
  listPlayerSessions: {
    happy: onSteve((notch, path) => notch.get(`${path}/sessions`)),
    refused: onSteve((notch, path) => notch.get(`${path}/sessions`, { cursor: 'x' })),
  },
  listSameAddressPlayers: {
    happy: onSteve((notch, path) => notch.get(`${path}/same-address`)),
    async refused(site) {
      const alex = await administrator(site, ['panel.players.sessions'])
      return alex.get(`/admin/players/${alex.id}/same-address`)
    },
  },
  closePlayerSessions: {
    happy: onSteve((notch, path) => notch.send('DELETE', `${path}/sessions`)),
    async refused(site) {
      const notch = await owner(site)
      const alex = await administrator(site, ['panel.players.sessions'])
      return alex.send('DELETE', `/admin/players/${notch.id}/sessions`)
    },
  },
  banPlayer: {
    happy: onSteve((notch, path) => notch.send('POST', `${path}/ban`, { reason: 'griefing' })),
    refused: onSteve((notch, path) => notch.send('POST', `${path}/ban`, { reason: ' ' })),
  },
  unbanPlayer: {
    happy: onSteve(async (notch, path) => {
      await notch.send('POST', `${path}/ban`, { reason: 'griefing' })
      return notch.send('DELETE', `${path}/ban`)
    }),
    refused: onSteve((notch, path) => notch.send('DELETE', `${path}/ban`)),
  },
  listBans: {
    happy: onSteve(async (notch, path) => {
      await notch.send('POST', `${path}/ban`, { reason: 'griefing' })
      return notch.get(`${path}/bans`)
    }),
    refused: asOwner((notch) => notch.get('/admin/players/unknown/bans')),
  },
  addNote: {
    happy: onSteve((notch, path) => notch.send('POST', `${path}/notes`, { text: 'Warned' })),
    refused: onSteve((notch, path) => notch.send('POST', `${path}/notes`, { text: ' ' })),
  },
  deleteNote: {
    happy: onSteve(async (notch, path) => {
      const { body } = await notch.send('POST', `${path}/notes`, { text: 'Warned' })
      return notch.send('DELETE', `${path}/notes/${body.id}`)
    }),
    refused: onSteve((notch, path) => notch.send('DELETE', `${path}/notes/unknown`)),
  },
  showTimeline: {
    happy: onSteve(async (notch, path) => {
      await notch.send('POST', `${path}/ban`, { reason: 'griefing' })
      return notch.get(`${path}/timeline`)
    }),
    refused: onSteve((notch, path) => notch.get(`${path}/timeline`, { kind: 'anything' })),
  },
  changeBalance: {
    happy: onSteve((notch, path) =>
      notch.send('POST', `${path}/balance`, { real: 12.34, virtual: '5', reason: 'a gift' }),
    ),
    refused: onSteve((notch, path) =>
      notch.send('POST', `${path}/balance`, { real: -0.01, reason: 'a fine' }),
    ),
  },
  showBalance: {
    happy: onSteve(async (notch, path) => {
      await notch.send('POST', `${path}/balance`, { real: 12.34, reason: 'a gift' })
      return notch.get(`${path}/balance`)
    }),
    refused: asOwner((notch) => notch.get('/admin/players/unknown/balance')),
  },
  removeSkinOfPlayer: {
    happy: onSteve((notch, path) => notch.send('DELETE', `${path}/skin`)),
    refused: asOwner((notch) => notch.send('DELETE', '/admin/players/unknown/skin')),
  },
  removeCapeOfPlayer: {
    happy: onSteve((notch, path) => notch.send('DELETE', `${path}/cape`)),
    refused: asOwner((notch) => notch.send('DELETE', '/admin/players/unknown/cape')),
  },
  showSettings: {
    happy: asOwner((notch) => notch.get('/admin/settings')),
    refused: asSteve((steve) => steve.get('/admin/settings')),
  },
  changeSettings: {
    happy: asOwner((notch) => notch.send('PATCH', '/admin/settings', { siteName: 'Blocks' })),
    refused: asOwner((notch) => notch.send('PATCH', '/admin/settings', { siteName: '' })),
  },
  checkGameServer: {
    happy: asOwner((notch) =>
      notch.send('POST', '/admin/settings/game-server', { address: '10.0.0.5' }),
    ),
    refused: asOwner((notch) =>
      notch.send('POST', '/admin/settings/game-server', { address: 'no address' }),
    ),
  },
  listAudit: {
    happy: asOwner((notch) => notch.get('/admin/audit')),
    refused: asOwner((notch) => notch.get('/admin/audit', { from: 'yesterday' })),
  },
  listBanReasons: {
    happy: asOwner((notch) => notch.get('/admin/ban-reasons')),
    refused: asSteve((steve) => steve.get('/admin/ban-reasons')),
  },
  countPlayers: {
    happy: asOwner((notch) => notch.get('/admin/players/count', { banned: 'false' })),
    refused: asOwner((notch) => notch.get('/admin/players/count', { banned: 'perhaps' })),
  },
  countAudit: {
    happy: asOwner((notch) => notch.get('/admin/audit/count', { action: 'player.registered' })),
    refused: asOwner((notch) => notch.get('/admin/audit/count', { until: 'tomorrow' })),
  },
  exportAudit: {
    happy: asOwner((notch) => notch.get('/admin/audit/export', { player: 'Notch' })),
    refused: asSteve((steve) => steve.get('/admin/audit/export')),
  },
  listMail: {
    async happy(site) {
      const notch = await owner(site)
      await queueFailed(site)
      return notch.get('/admin/mail', { state: 'dead' })
    },
    refused: asOwner((notch) => notch.get('/admin/mail', { state: 'lost' })),
  },
  retryMail: {
    async happy(site) {
      const notch = await owner(site)
      return notch.send('POST', `/admin/mail/${await queueFailed(site)}/retry`)
    },
    refused: asOwner((notch) => notch.send('POST', '/admin/mail/unknown/retry')),
  },
  testMail: {
    happy: asOwner((notch) => notch.send('POST', '/admin/mail/test')),
    refused: asOwner((notch) => notch.send('POST', '/admin/mail/test', { to: 'nobody' })),
  },
  showOverview: {
    happy: asOwner((notch) => notch.get('/admin/overview')),
    refused: asSteve((steve) => steve.get('/admin/overview')),
  },
  showSystem: {
    happy: asOwner((notch) => notch.get('/admin/system')),
    refused: asSteve((steve) => steve.get('/admin/system')),
  },
  listReferrals: {
    happy: asSteve((steve) => steve.get('/cabinet/referrals')),
    refused: asSteve((steve) => steve.get('/cabinet/referrals', { limit: '0' })),
  },
  changeLocale: {
    happy: asSteve((steve) => steve.send('PUT', '/cabinet/locale', { locale: 'ru' })),
    refused: asSteve((steve) => steve.send('PUT', '/cabinet/locale', { locale: 'de' })),
  },
  checkUsername: {
    happy: (site) => site.browser().get('/names/Steve'),
    async refused(site) {
      for (let call = 0; call < 60; call += 1) await site.browser().get('/names/Steve')
      return site.browser().get('/names/Steve')
    },
  },
} satisfies Partial<Record<Name, Calls>>

function asSteve(call: (steve: Steve) => ReturnType<Call>): Call {
  return async (site) => {
    const steve = await site.player('Steve')
    return call({ ...steve, ...callsOf(site, steve) })
  }
}

function asOwner(call: (notch: Administrator) => ReturnType<Call>): Call {
  return async (site) => call(await owner(site))
}

/** Makes a call as an owner; `call` receives the path of the player Steve. */
function onSteve(call: (notch: Administrator, path: string) => ReturnType<Call>): Call {
  return async (site) => {
    const steve = await site.player('Steve')
    return call(await owner(site), `/admin/players/${steve.id}`)
  }
}

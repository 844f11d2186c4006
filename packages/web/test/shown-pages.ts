import { panelPaths } from '@portal/contract'
import { createPlayer } from '../../server/src/account/registration/create-player.ts'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { insertIdentity } from '../../server/src/credentials/linked-accounts/identity-store.ts'
import { insertPasskey } from '../../server/src/credentials/passkeys/passkey-store.ts'
import { setupUrl } from '../../server/src/operations/setup/set-up-site.ts'
import { DAY } from '../../server/src/platform/clock.ts'
import { openTebex } from '../../server/test/purchases/tebex-shop.ts'
import { bearer } from '../../server/test/support/browser.ts'
import { PASSWORD, type Site } from '../../server/test/support/site.ts'
import { playerTabs } from '../src/pages/admin/players/player-tabs.ts'
import { settingPages } from '../src/pages/admin/settings/setting-pages.ts'

export type ShownPage = {
  name: string
  path: string
  as: 'visitor' | 'unconfirmed' | 'nobody' | 'owner'
}

/** The setup page, which exists until there is an administrator. */
export async function firstPage(site: Site): Promise<ShownPage> {
  return { name: 'setup', path: (await setupUrl(site.app)) ?? '', as: 'visitor' }
}

/** Fills a site with content for every page. @returns the list of pages. */
export async function fillSite(site: Site): Promise<ShownPage[]> {
  const owner = await createPlayers(site)
  const ask = async (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object) => {
    const reply = await owner.browser.send(method, path, body, bearer(owner.accessToken))
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  await ask('PATCH', '/admin/settings', { launcherBuilds: ['survival', 'skyblock', 'test'] })
  await ask('PATCH', '/admin/settings', {
    homeAboutEn:
      'Survival without griefing, seasons of three months, and a launcher that does the rest.',
    homeAboutRu:
      'Выживание без гриферства, сезоны по три месяца и лаунчер, который всё настроит сам.',
    launcherWindows: '/files/portal.exe',
    launcherLinux: '/files/portal.AppImage',
    discordUrl: 'https://discord.gg/portal',
    telegramUrl: 'https://t.me/portal',
  })
  await ask('POST', '/admin/roles', {
    id: 'moderator',
    name: 'Moderators',
    priority: 10,
    permissions: ['panel.access', 'panel.players.*', '-launcher.build.test', 'essentials.fly'],
  })
  const gold = {
    id: 'gold',
    name: 'Gold',
    color: '#d4a017',
    icon: 'crown',
    permissions: ['player.skin.hd', 'launcher.build.*'],
  }
  await ask('POST', '/admin/groups', gold)
  await ask('POST', `/admin/players/${owner.id}/groups`, { group: 'gold', days: 30 })
  const shop = await openTebex(site, { 1: { kind: 'group', group: 'gold', days: 30 } })
  await shop.pay({ customer: 'Stev', products: [{ id: 1 }, { id: 2 }] })
  await givePasskeys(site, owner.id)
  await giveLinks(site, ask, owner.id)
  const steve = await site.player('Steve')
  await ask('POST', `/admin/players/${steve.id}/groups`, { group: 'gold', forever: true })
  await ask('PATCH', `/admin/players/${steve.id}`, {
    roles: ['moderator'],
    permissions: [{ node: '-player.skin.upload', expiresAt: null }],
  })
  await ask('POST', `/admin/players/${steve.id}/balance`, { real: 125.5, reason: 'Donation' })
  await ask('POST', `/admin/players/${steve.id}/ban`, { reason: 'Griefing at spawn' })
  await ask('POST', '/admin/api-keys', {
    name: 'Launcher server',
    permissions: ['kernel.launcher.provider'],
    addresses: ['203.0.113.7', '2001:db8::/48'],
  })
  await ask('POST', '/admin/clients', {
    name: 'Forum',
    redirectUris: ['https://forum.example.org/callback'],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    scopes: ['openid', 'profile', 'email'],
    permission: null,
    accessToken: 'opaque',
    idTokenAlg: 'RS256',
    public: false,
    trusted: true,
    pkce: true,
    device: false,
  })
  const news = await ask('POST', '/admin/news', {
    title: 'Season two begins',
    body: 'A **new world**, and:\n\n- fresh ores\n- [rules](https://example.org/rules)',
    tag: 'Update',
  })
  await ask('PATCH', '/admin/settings', { publicProfiles: true, yggdrasil: true, azauth: true })
  await ask('PATCH', '/admin/settings', { renaming: true, renamePrice: 100 })
  for (const username of ['Minecraft', 'Steve']) {
    await ask('PATCH', `/admin/players/${steve.id}`, { username })
  }
  await ask('POST', '/cabinet/launcher-passwords', { name: 'HMCL at home' })
  const rules = await ask('POST', '/admin/pages', {
    slug: 'conduct',
    titleEn: 'Rules',
    titleRu: 'Правила',
    place: 'both',
    published: true,
    bodyEn: '# Be fair\n\n- No cheats.\n- One person, **one account**.',
    bodyRu: '# Играйте честно\n\n- Никаких читов.\n- Один человек — **один аккаунт**.',
  })
  const laws = '# Be kind\n\nNo insults, threats or hate.'
  await ask('PATCH', `/admin/pages/${rules.id}`, { version: 1, bodyEn: laws })
  const words = { titleEn: 'Privacy', titleRu: 'Конфиденциальность', place: 'footer' }
  await ask('POST', '/admin/pages', { ...words, published: true })
  const start = { titleEn: 'How to play', titleRu: 'Как играть', place: 'menu' }
  await ask('POST', '/admin/pages', { ...start, published: true })
  await ask('POST', '/admin/pages', { titleEn: 'Shop', titleRu: 'Магазин' })
  return [
    { name: 'home', path: '/', as: 'visitor' },
    { name: 'home-mine', path: '/', as: 'owner' },
    { name: 'login', path: '/login', as: 'visitor' },
    { name: 'linked', path: '/linked/discord', as: 'visitor' },
    { name: 'register', path: '/register?ref=Owner', as: 'visitor' },
    { name: 'news', path: '/news', as: 'visitor' },
    { name: 'news-item', path: `/news/${news.id}`, as: 'visitor' },
    { name: 'page', path: '/pages/conduct', as: 'visitor' },
    { name: 'public-profile', path: '/u/Owner', as: 'visitor' },
    { name: 'passkey-help', path: '/help/passkeys', as: 'visitor' },
    { name: 'forgot', path: '/forgot', as: 'visitor' },
    { name: 'reset-expired', path: '/reset?hash=none', as: 'visitor' },
    { name: 'reset', path: await resetPath(site), as: 'visitor' },
    { name: 'export', path: '/export?hash=some', as: 'visitor' },
    { name: 'export-expired', path: '/export', as: 'visitor' },
    { name: 'missing', path: '/no/such/page', as: 'visitor' },
    { name: 'confirm', path: '/confirm', as: 'unconfirmed' },
    { name: 'account', path: '/account', as: 'owner' },
    { name: 'account-no-email', path: '/account', as: 'nobody' },
    { name: 'account-skin', path: '/account/skin', as: 'owner' },
    { name: 'account-security', path: '/account/security', as: 'owner' },
    { name: 'account-protect', path: '/account/protect', as: 'owner' },
    { name: 'account-profile', path: '/account/profile', as: 'owner' },
    { name: 'account-profile-no-email', path: '/account/profile', as: 'nobody' },
    { name: 'account-referrals', path: '/account/referrals', as: 'owner' },
    ...panelPaths
      .filter((path) => !path.includes(':') && path !== '/panel/settings') // redirects to the first page below
      .map((path) => ({ name: path.slice(1).replace('/', '-'), path, as: 'owner' as const })),
    { name: 'panel-player', path: `/panel/players/${steve.id}`, as: 'owner' },
    ...playerTabs.slice(1).map(
      (tab) =>
        ({
          name: `panel-player-${tab}`,
          path: `/panel/players/${steve.id}?tab=${tab}`,
          as: 'owner',
        }) as const,
    ),
    { name: 'panel-role', path: '/panel/roles/moderator', as: 'owner' },
    { name: 'panel-role-new', path: '/panel/roles/new', as: 'owner' },
    { name: 'panel-group', path: '/panel/groups/gold', as: 'owner' },
    { name: 'panel-news-item', path: `/panel/news/${news.id}`, as: 'owner' },
    { name: 'panel-page', path: `/panel/pages/${rules.id}`, as: 'owner' },
    ...settingPages.map((id) => ({
      name: `panel-settings-${id}`,
      path: `/panel/settings/${id}`,
      as: 'owner' as const,
    })),
  ]
}

/**
 * Gives a player three passkeys: a used one, one that may have been copied, and one for an earlier address of the site.
 */
async function givePasskeys(site: Site, playerId: string): Promise<void> {
  const made = { publicKey: '', counter: 0, transports: [], synced: false, playerId }
  const at = { createdAt: site.now() - 40 * DAY, lastUsedAt: site.now() - DAY, copiedAt: null }
  const ours = { ...made, ...at, host: 'localhost' }
  for (const passkey of [
    { ...ours, id: 'a', credentialId: 'a', name: 'Chrome on Linux' },
    { ...ours, id: 'b', credentialId: 'b', name: 'Chrome on Windows', copiedAt: site.now() },
    { ...ours, id: 'c', credentialId: 'c', name: 'Firefox on Linux', host: 'old.example.org' },
  ]) {
    await insertPasskey(site.app.db, {
      ...passkey,
      lastUsedAt: passkey.id === 'a' ? at.lastUsedAt : null,
    })
  }
}

/** Sets up sign-in services, one of which is off, and links accounts of these services to a player. */
async function giveLinks(
  site: Site,
  ask: (method: 'POST', path: string, body: object) => Promise<unknown>,
  playerId: string,
): Promise<void> {
  const keys = { clientId: '1234567890', clientSecret: 'secret', trusted: false, enabled: true }
  for (const provider of [
    { slug: 'discord', kind: 'discord', name: 'Discord' },
    { slug: 'vk', kind: 'vk', name: 'VK ID', trusted: true },
    { slug: 'telegram', kind: 'telegram', name: 'Telegram' },
    { slug: 'google', kind: 'google', name: 'Google', enabled: false },
  ]) {
    await ask('POST', '/admin/identity-providers', { ...keys, ...provider })
  }
  const linked = { playerId, linkedAt: site.now() - 40 * DAY, lastUsedAt: null }
  const used = { ...linked, lastUsedAt: site.now() - DAY }
  await insertIdentity(site.app.db, {
    ...used,
    provider: 'discord',
    subject: '80351110224678912',
    name: 'nelly',
  })
  await insertIdentity(site.app.db, {
    ...linked,
    provider: 'google',
    subject: '110169484474386276334',
    name: 'Nelly',
  })
}

/** Requests a new reset link. @returns its path, from the newest mail */
export async function resetPath(site: Site): Promise<string> {
  await site.browser().post('/auth/reset', { email: 'alex@example.org' })
  const mail = (await site.mails()).findLast(({ text }) => text?.includes('/reset?hash='))
  return /\/reset\?hash=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

/**
 * Creates the operator, two invited players, one without an e-mail, and a new player with an unconfirmed
 * one.
 */
async function createPlayers(site: Site) {
  const owner = await site.player('Owner')
  await site.app.db
    .updateTable('player')
    .set({ superuser_at: site.now() })
    .where('id', '=', owner.id)
    .execute()
  for (const username of ['Alex', 'Efe']) {
    const account = { username, email: `${username}@example.org`, password: PASSWORD }
    await site.browser().post('/auth/register', { ...account, ref: 'Owner' })
  }
  const rest = { password: PASSWORD, superuser: false, activated: true }
  await createPlayer(site.app, { username: 'Nobody', email: null, ...rest })
  const by = { actor: 'command', ip: null }
  await changeSetting(site.app, by, { name: 'emailConfirmation', text: 'on' })
  await site.player('Newcomer')
  await changeSetting(site.app, by, { name: 'emailConfirmation', text: 'off' })
  return owner
}

import { encodePng } from '../../../packages/server/src/profiles/images/encode-png.ts'
import { drawScene } from '../art/draw-scene.ts'
import { scenes } from '../art/scenes.ts'
import { about, banReasons, type Content, pages } from '../content/content.ts'
import type { DemoSite, Member } from '../demo-site.ts'
import { gameServerLines } from '../game-servers.ts'

/** Changes the settings of the pages, the game and the players' accounts. */
export async function fillSettings(owner: Member, content: Content): Promise<void> {
  const picture = await encodePng(drawScene(scenes.valley), 9)
  const { url: homePicture } = await owner.upload('POST', '/admin/pictures', picture)
  const downloads = 'https://example.org/windmere-launcher'
  await owner.send('PATCH', '/admin/settings', { launcherBuilds: ['survival', 'creative', 'test'] })
  await owner.send('PATCH', '/admin/settings', {
    homePicture,
    homeAboutEn: about.en,
    homeAboutRu: about.ru,
    launcherWindows: `${downloads}.exe`,
    launcherMac: `${downloads}.dmg`,
    launcherLinux: `${downloads}.AppImage`,
    discordUrl: 'https://discord.com',
    telegramUrl: 'https://telegram.org',
    gameServers: gameServerLines(content),
    serverAddresses: true,
    publicProfiles: true,
    yggdrasil: true,
    azauth: true,
    renaming: true,
    renamePrice: 100,
    recoveryCodes: true,
    moneyNameEn: content.money.name,
    moneyNameRu: content.money.name,
    moneySign: content.money.sign,
    banReasons,
    firstSteps: false,
    leakCheck: false,
  })
}

/** Creates roles, donor ranks, API keys and sign-in services, which stay off because they have no real keys. */
export async function fillAccess(site: DemoSite, owner: Member, content: Content): Promise<void> {
  const { roles, ranks } = content
  await owner.send('POST', '/admin/roles', {
    id: 'moderator',
    name: roles.moderator,
    priority: 10,
    permissions: [
      'panel.access',
      'panel.players.*',
      '-panel.players.delete',
      'panel.news.edit',
      'panel.audit.read',
    ],
  })
  await owner.send('POST', '/admin/roles', {
    id: 'builder',
    name: roles.builder,
    priority: 5,
    permissions: ['worldedit.*', 'launcher.build.creative', 'launcher.build.test'],
  })
  const groups = [
    {
      id: 'traveler',
      name: ranks.traveler,
      color: '#4f8a3c',
      icon: 'leaf',
      permissions: ['essentials.sethome.3'],
    },
    {
      id: 'knight',
      name: ranks.knight,
      color: '#3a6ea5',
      icon: 'sword',
      permissions: ['player.skin.hd', 'essentials.hat'],
    },
    {
      id: 'legend',
      name: ranks.legend,
      color: '#d4a017',
      icon: 'crown',
      permissions: ['player.skin.hd', 'player.cape.hd', 'launcher.build.*', 'essentials.fly'],
    },
  ]
  for (const group of groups) await owner.send('POST', '/admin/groups', group)
  const ids = groups.map(({ id }) => id).reverse()
  await owner.send('PUT', '/admin/group-order', { ids })
  const [launcher, old] = content.apiKeys
  const permissions = ['kernel.launcher.provider']
  const revoked = await owner.send('POST', '/admin/api-keys', {
    name: old,
    permissions,
    addresses: ['192.0.2.10'],
  })
  site.at(59.5) // so that the list shows the new key above the revoked one
  await owner.send('POST', '/admin/api-keys', {
    name: launcher,
    permissions,
    addresses: ['192.0.2.20', '2001:db8::/48'],
  })
  await owner.send('DELETE', `/admin/api-keys/${revoked.id}`)
  for (const [kind, name] of [
    ['discord', 'Discord'],
    ['vk', 'VK ID'],
    ['google', 'Google'],
  ] as const) {
    const keys = { clientId: '1234567890', clientSecret: 'demo', trusted: false, enabled: false }
    await owner.send('POST', '/admin/identity-providers', { ...keys, slug: kind, kind, name })
  }
}

export async function fillPages(owner: Member): Promise<void> {
  for (const [slug, { title, body, place }] of Object.entries(pages)) {
    await owner.send('POST', '/admin/pages', {
      slug,
      titleEn: title.en,
      titleRu: title.ru,
      bodyEn: body.en,
      bodyRu: body.ru,
      place,
      published: place !== 'none',
    })
  }
}

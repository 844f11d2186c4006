import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  backupFolder,
  listBackupFiles,
} from '../../../packages/server/src/platform/backup-folder.ts'
import { encodePng } from '../../../packages/server/src/profiles/images/encode-png.ts'
import { noise } from '../art/color.ts'
import { drawScene, type Scene } from '../art/draw-scene.ts'
import { drawSkin, type Outfit } from '../art/draw-skin.ts'
import { outfits } from '../art/outfits.ts'
import { scenes } from '../art/scenes.ts'
import type { NewsText } from '../content/content.ts'
import type { DemoSite, Member } from '../demo-site.ts'
import { type Cast, type Event, memberOf, moderatorOf, playerOf } from './event.ts'
import { purchases } from './purchases.ts'

const DAY = 86_400_000

export function historyOf({ content }: Cast): Event[] {
  return [
    ...newsOf(content.news),
    ...staffWork,
    ...gifts,
    ...bans,
    ...visits,
    ...daily,
    ...lastDays,
    ...purchases(),
  ]
}

function newsOf({ sea, launcher, night, fair, season }: Cast['content']['news']): Event[] {
  return [
    { daysAgo: 51.7, happen: ({ owner }) => publish(owner, sea, scenes.sea) },
    { daysAgo: 36.6, happen: ({ owner }) => publish(owner, launcher) },
    { daysAgo: 23.6, happen: ({ owner }) => publish(owner, night, scenes.night) },
    { daysAgo: 9.3, happen: ({ owner }) => publish(owner, fair, scenes.fair) },
    { daysAgo: 2.4, happen: ({ owner }) => publish(owner, season, scenes.season) },
  ]
}

async function publish(author: Member, text: NewsText, scene?: Scene): Promise<void> {
  if (!scene) return void (await author.send('POST', '/admin/news', text))
  const picture = await encodePng(drawScene(scene), 9)
  const { url } = await author.upload('POST', '/admin/pictures', picture)
  await author.send('POST', '/admin/news', { ...text, banner: url })
}

const staffWork: readonly Event[] = [
  {
    daysAgo: 50,
    happen: (cast) => giveRoles(cast, moderatorOf(cast), ['moderator']),
  },
  {
    daysAgo: 33,
    happen: (cast) => giveRoles(cast, memberOf(cast, 'Lilka'), ['builder']),
  },
  {
    daysAgo: 19.6,
    async happen({ owner }) {
      const { items } = await owner.send('GET', '/admin/pages')
      const rules = items.find(({ slug }: { slug: string }) => slug === 'rules')
      const { bodyEn, version } = await owner.send('GET', `/admin/pages/${rules.id}`)
      const bodyMore = `${bodyEn}\n\nDecisions can be appealed for fourteen days.`
      await owner.send('PATCH', `/admin/pages/${rules.id}`, { version, bodyEn: bodyMore })
    },
  },
  {
    daysAgo: 12,
    happen: (cast) =>
      moderatorOf(cast).send('PATCH', `/admin/players/${memberOf(cast, 'Zephyr_7').id}`, {
        passwordChangeRequired: true,
      }),
  },
]

function giveRoles({ owner }: Cast, member: Member, roles: readonly string[]): Promise<unknown> {
  return owner.send('PATCH', `/admin/players/${member.id}`, { roles })
}

function rank(daysAgo: number, group: string, to: (cast: Cast) => Member, days?: number): Event {
  const time = days === undefined ? { forever: true } : { days }
  return {
    daysAgo,
    happen: (cast) =>
      cast.owner.send('POST', `/admin/players/${to(cast).id}/groups`, { group, ...time }),
  }
}

type Reason = keyof Cast['content']['reasons']

function money(daysAgo: number, real: number, reason: Reason, to: (cast: Cast) => Member): Event {
  return {
    daysAgo,
    happen: (cast) =>
      cast.owner.send('POST', `/admin/players/${to(cast).id}/balance`, {
        real,
        reason: cast.content.reasons[reason],
        ...(reason === 'contest' && { virtual: 50 }),
      }),
  }
}

const gifts: readonly Event[] = [
  money(54.2, 500, 'donation', playerOf),
  rank(53.9, 'knight', playerOf, 30),
  rank(23.8, 'legend', playerOf, 90),
  money(24.3, 750, 'donation', playerOf),
  money(8.9, 300, 'contest', (cast) => memberOf(cast, 'Tinker_Tom')),
  money(8.8, 300, 'contest', (cast) => memberOf(cast, 'Lilka')),
  rank(30, 'traveler', (cast) => memberOf(cast, 'Mothwick'), 30),
  rank(28, 'legend', (cast) => memberOf(cast, 'SunQueen')),
  rank(6, 'knight', (cast) => memberOf(cast, 'NorthWind'), 30),
  money(4.7, 120, 'refund', (cast) => memberOf(cast, 'NorthWind')),
]

function ban(
  daysAgo: number,
  reason: Reason,
  days: number | undefined,
  whom: (cast: Cast) => Member,
): Event {
  return {
    daysAgo,
    happen(cast) {
      const expiresAt = days ? new Date(cast.site.now() + days * DAY).toISOString() : null
      const body = { reason: cast.content.reasons[reason], expiresAt }
      return moderatorOf(cast).send('POST', `/admin/players/${whom(cast).id}/ban`, body)
    },
  }
}

const bans: readonly Event[] = [
  ban(21.6, 'xray', 14, (cast) => memberOf(cast, 'Obsidian_Max')),
  {
    daysAgo: 18.7,
    happen: (cast) =>
      moderatorOf(cast).send('DELETE', `/admin/players/${memberOf(cast, 'Obsidian_Max').id}/ban`),
  },
  ban(9.7, 'grief', 30, (cast) => memberOf(cast, 'xX_Blaze_Xx')),
  ban(4.4, 'ads', undefined, (cast) => memberOf(cast, 'FreeDiamonds')),
]

const PHONE =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0 Mobile Safari/537.36'

/** Signs a player in from a new device, so that the site mails a notice. */
async function visit(
  site: DemoSite,
  { username, password }: Member,
  agent?: string,
): Promise<void> {
  await site.newBrowser(agent).logIn(username, password)
}

const visits: readonly Event[] = [
  { daysAgo: 31, happen: (cast) => visit(cast.site, playerOf(cast), PHONE) },
  { daysAgo: 26, happen: (cast) => visit(cast.site, memberOf(cast, 'Ember_Fox'), PHONE) },
  { daysAgo: 3, happen: (cast) => visit(cast.site, moderatorOf(cast), PHONE) },
  {
    daysAgo: 5.5,
    async happen({ site }) {
      const guesser = site.newBrowser('curl/8.9')
      for (const guess of ['123456', 'qwerty', 'sunshine']) await guesser.logIn('SunQueen', guess)
    },
  },
  {
    daysAgo: 1.5,
    happen: (cast) => cast.site.newBrowser().post('/auth/reset', { email: 'mothwick@example.org' }),
  },
]

/**
 * Creates a backup and waits for it: the site writes it in the background, and the demo must not close before it is
 * complete.
 */
async function makeBackup({ site, owner }: Cast): Promise<void> {
  let { making } = await owner.send('POST', '/admin/backups')
  while (making) {
    await sleep(50)
    making = (await owner.send('GET', '/admin/backups')).making
  }
  const madeAt = site.now() / 1000 // files have the time of the machine, not of the site's clock
  for (const { name } of await listBackupFiles(site.app.config)) {
    await utimes(join(backupFolder(site.app.config), name), madeAt, madeAt)
  }
}

/** Several sign-ins a day, more of them toward the present, as on a growing site. */
const daily: readonly Event[] = Array.from({ length: 70 }, (_, turn) => ({
  daysAgo: 29.6 * (1 - turn / 70) ** 1.3 + 0.1,
  happen({ members }) {
    const all = [...members.values()]
    const member = all[Math.floor(noise(turn, 3) * all.length)]
    return member ? member.browser.logIn(member.username, member.password) : Promise.resolve()
  },
}))

const lastDays: readonly Event[] = [
  {
    daysAgo: 15,
    async happen(cast) {
      for (const outfit of [outfits[8], outfits[2]]) {
        if (outfit) await uploadSkin(playerOf(cast), outfit)
      }
    },
  },
  {
    daysAgo: 7,
    happen: (cast) =>
      memberOf(cast, 'Mothwick').send('PUT', '/cabinet/skin/sharing', { shared: true }),
  },
  {
    daysAgo: 6.5,
    async happen(cast) {
      const [desktop] = cast.content.devices
      await playerOf(cast).send('POST', '/cabinet/launcher-passwords', { name: desktop })
    },
  },
  {
    daysAgo: 4.5,
    async happen(cast) {
      const sunQueen = memberOf(cast, 'SunQueen')
      await cast.owner.send('POST', `/admin/players/${sunQueen.id}/balance`, {
        real: 200,
        reason: cast.content.reasons.donation,
      })
      await sunQueen.send('POST', '/cabinet/name', { username: 'SunEmpress' })
    },
  },
  {
    daysAgo: 1,
    happen: (cast) =>
      memberOf(cast, 'Dustyn').send('POST', '/cabinet/deletion', { username: 'Dustyn' }),
  },
  {
    daysAgo: 0.5,
    async happen({ site, owner, content }) {
      const publishedAt = new Date(site.now() + 2 * DAY).toISOString()
      await owner.send('POST', '/admin/news', { ...content.draft, publishedAt: null })
      await owner.send('POST', '/admin/news', { ...content.scheduled, publishedAt })
    },
  },
  { daysAgo: 0.3, happen: makeBackup },
  { daysAgo: 0.1, happen: (cast) => playerOf(cast).send('GET', '/auth/me') },
  { daysAgo: 0.05, happen: (cast) => moderatorOf(cast).send('GET', '/auth/me') },
]

async function uploadSkin(member: Member, outfit: Outfit): Promise<void> {
  await member.upload('PUT', '/cabinet/skin', await encodePng(drawSkin(outfit), 9))
}

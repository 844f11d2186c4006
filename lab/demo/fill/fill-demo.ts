import type { Locale } from '@portal/contract'
import { setupUrl } from '../../../packages/server/src/operations/setup/set-up-site.ts'
import { encodePng } from '../../../packages/server/src/profiles/images/encode-png.ts'
import { accounts, others } from '../accounts.ts'
import { drawCape } from '../art/draw-cape.ts'
import { drawSkin } from '../art/draw-skin.ts'
import { outfits } from '../art/outfits.ts'
import { type Content, contents } from '../content/content.ts'
import type { DemoSite, Member } from '../demo-site.ts'
import type { Cast, Event } from './event.ts'
import { fillPrograms } from './fill-programs.ts'
import { fillAccess, fillPages, fillSettings } from './fill-site.ts'
import { historyOf } from './history.ts'

/**
 * Simulates sixty days of a site through its HTTP API, so that every page, the audit log and the mails are filled as on
 * a site of that age.
 */
export async function fillDemo(site: DemoSite, locale: Locale): Promise<void> {
  const content = contents[locale]
  site.at(60)
  const owner = await setUp(site, content, locale)
  await fillSettings(owner, content)
  await fillAccess(site, owner, content)
  await fillPrograms(owner, content)
  await fillPages(owner)
  await wear(owner, 0)
  const cape = drawCape(['#1f6f5c', '#d0a945', '#fff0b8'])
  await owner.upload('PUT', '/cabinet/cape', await encodePng(cape, 9))

  const cast: Cast = { site, content, owner, members: new Map() }
  const events = [...registrations(), ...historyOf(cast)]
  for (const { daysAgo, happen } of events.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    site.at(daysAgo)
    await happen(cast)
    await site.app.mailWorker.flush()
  }
  site.at(0)
}

async function setUp(site: DemoSite, content: Content, locale: Locale): Promise<Member> {
  const url = URL.parse((await setupUrl(site.app)) ?? '')
  const { username, password } = accounts.owner
  const browser = site.newBrowser()
  const { body, status } = await browser.post('/setup/finish', {
    token: url?.searchParams.get('token') ?? '',
    siteName: content.siteName,
    defaultLanguage: locale,
    username,
    email: `${username.toLowerCase()}@example.org`,
    password,
  })
  if (status !== 201) throw new Error(`POST /setup/finish: ${status} ${JSON.stringify(body)}`)
  return site.member(browser, { id: String(body.user.uuid), username, password })
}

/** Registers new players, more of them toward the present. Two in three are invited; most upload a skin. */
function registrations(): Event[] {
  const rest = others.map((username, place) => ({
    username,
    password: `seven lanterns at dusk ${place}`,
  }))
  const all = [accounts.moderator, accounts.player, ...rest]
  return all.map((account, place) => ({
    daysAgo: 58 * (1 - place / all.length) ** 1.2 + (place % 3) * 0.2,
    async happen({ site, owner, members }) {
      const inviter = [owner.username, undefined, accounts.moderator.username][place % 3]
      const member = await site.register({ ...account, ...(inviter && { ref: inviter }) })
      members.set(account.username, member)
      await wear(member, skinAt(place))
    },
  }))
}

/**
 * Returns the index of a player's skin. Every fourth player keeps the default figure (NaN); the first two players, who
 * have accounts of the demo, get the skins after the owner's.
 */
function skinAt(place: number): number {
  if (place < 2) return place + 1
  return place % 4 === 3 ? Number.NaN : place - Math.floor(place / 4) + 1
}

async function wear(member: Member, place: number): Promise<void> {
  const outfit = outfits[place]
  if (outfit) await member.upload('PUT', '/cabinet/skin', await encodePng(drawSkin(outfit), 9))
}

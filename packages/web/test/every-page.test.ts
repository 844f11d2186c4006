import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { schemeNames } from '../../server/src/credentials/password-hash/formats/formats.ts'
import { pageTest } from './page-test.ts'
import { visitAll } from './visit-pages.ts'

/** Words that are the same in every language: names, and what people wrote on this site. */
const NAMES = [
  'Portal|English|Owner|Alex|Efe|Steve|Newcomer|Minecraft|PNG|QR|UUID|uuid|URL|IP|API|HTML|Markdown|HD',
  'Firefox|Chrome|Linux|SQLite|SMTP|command|survival|skyblock|test|gold|Gold|moderator|Moderators',
  'portal settings set leakCheck off|bad port|cookie|wal|emailConfirmation|launcherBuilds',
  'PIN|VK ID|ID|nelly|Nelly|discord|telegram|google|issuer|ENOTFOUND|Stephen|Google|Apple|Microsoft|JPEG|WebP|Windows|macOS|Discord|Telegram|homeAboutEn|launcherWindows|launcherLinux|telegramUrl|discordUrl',
  'AuthMeReloaded|AuthMe|nLogin|LibreLogin|LimboAuth|OpeNLogin|LoginSecurity|UnicoreCMS|Azuriom|NamelessMC|WordPress|Drasl',
  'DataLife Engine|XenForo|phpBB 3|Blessing Skin|CSV|JSON lines|portal import',
  'HMCL at home|EML Lib|EML|GravitLauncher|AuroraLauncher|FjordLauncher|Laminara|Yggdrasil|AzAuth|HMCL|XMCL|GML|PCL|Node|portal',
  // The longest first: one name may begin another.
  ...schemeNames.toSorted((one, other) => other.length - one.length),
  'homeAboutRu|GMT|Nobody|Ctrl|Season two begins|A|new world|and|fresh ores|rules|Griefing at spawn|Donation|Update|Launcher server',
].join('|')

/** Addresses, permissions and colours, which have punctuation between their letters. */
const CODE = /#\w+|\S*[\w*][.@:/_=*-]\S*[\w*]\S*|\/\w+|(?<=\+)[A-Z]\b/g

/** Latin words that are visible or that screen readers read, except codes in `mono`. */
async function latinWordsOn(page: Page): Promise<string[]> {
  const texts: string[] = await page.evaluate(`(() => {
    const said = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const inside = walk.currentNode.parentElement
      if (inside.closest('script, style, code, pre, .mono, td.change') === null) {
        said.push(walk.currentNode.textContent)
      }
    }
    for (const one of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) said.push(one.getAttribute(name) ?? '')
    }
    return said
  })()`)
  const names = new RegExp(`(?<!\\w)(${NAMES})(?!\\w)`, 'g')
  return texts.flatMap(
    (text) =>
      text
        .replace(names, '')
        .replace(CODE, '')
        .match(/[A-Za-z]+/g) ?? [],
  )
}

pageTest(
  'every page opens by its address, fits the smallest phone, and is Russian in a Russian browser',
  async (given) => {
    const statuses: Record<string, number | undefined> = {}
    const moved: string[] = []
    const latin: Record<string, string[]> = {}
    const wide: string[] = []

    const viewport = { width: 320, height: 640 }
    await visitAll(given, { locale: 'ru-RU', viewport }, async (page, { name, path }, response) => {
      statuses[name] = response?.status()
      if (page.url() !== new URL(path, given.url).href) moved.push(`${path} → ${page.url()}`)
      const words = await latinWordsOn(page)
      if (words.length > 0) latin[name] = words
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
      if (width > viewport.width) wide.push(`${name}: ${width}`)
    })

    const wrong = Object.entries(statuses).filter(
      ([name, status]) => status !== (name === 'missing' ? 404 : 200),
    )
    assert.deepEqual([wrong, moved, wide], [[], [], []])
    assert.deepEqual(latin, {})
  },
)

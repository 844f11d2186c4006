import type { Home, ShownServer } from '@portal/contract'
import { splitPicture } from '@portal/contract/phone-picture'
import type { App } from '../../app.ts'
import { listPublishedHeadlines } from '../news/read-published.ts'
import type { ServerStatus } from './server-statuses.ts'

const NEWS_COUNT = '3'

export async function showHome(
  app: Pick<App, 'db' | 'clock' | 'settings' | 'gameServers'>,
): Promise<Home> {
  const settings = await app.settings.read()
  const [news, servers] = await Promise.all([
    listPublishedHeadlines(app, { limit: NEWS_COUNT }),
    app.gameServers.read(),
  ])
  return {
    about: { en: settings.homeAboutEn, ru: settings.homeAboutRu },
    steps: { en: settings.homeStepsEn, ru: settings.homeStepsRu },
    picture: splitPicture(settings.homePicture).wide,
    launcher: {
      windows: settings.launcherWindows,
      macos: settings.launcherMac,
      linux: settings.launcherLinux,
    },
    links: {
      discord: settings.discordUrl || linkTo(settings.siteLinks, ['discord.gg', 'discord.com']),
      vk: settings.vkUrl || linkTo(settings.siteLinks, ['vk.com', 'vk.ru']),
      telegram: settings.telegramUrl || linkTo(settings.siteLinks, ['t.me', 'telegram.me']),
    },
    servers: servers.map((server) => toShownServer(server, settings.serverAddresses)),
    news: news.items,
  }
}

/** Returns the first of the owner's links that leads to one of the hosts; empty if there is none. */
function linkTo(links: string, hosts: readonly string[]): string {
  const urls = links.split('\n').map((line) => line.slice(line.lastIndexOf(' ') + 1))
  return urls.find((url) => URL.canParse(url) && hosts.includes(new URL(url).hostname)) ?? ''
}

function toShownServer(server: ServerStatus, hasAddress: boolean): ShownServer {
  const { name, online, status, iconHash, address } = server
  return {
    name,
    online: online ?? null,
    players: status?.players ?? null,
    most: status?.most ?? null,
    motd: status?.motd ?? '',
    version: status?.version ?? '',
    icon: iconHash && `/public/server-icons/${iconHash}`,
    address: hasAddress ? address : '',
  }
}

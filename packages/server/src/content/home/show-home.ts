import type { Home, ShownServer } from '@portal/contract'
import type { App } from '../../app.ts'
import { listNewsForVisitors } from '../news/read-published.ts'
import type { ServerStatus } from './server-statuses.ts'

const NEWS = '3'

/** Reads what the home page shows: one statement, and what the game servers said last. */
export async function showHome(
  app: Pick<App, 'db' | 'clock' | 'settings' | 'gameServers'>,
): Promise<Home> {
  const settings = await app.settings.read()
  const [news, servers] = await Promise.all([
    listNewsForVisitors(app, { limit: NEWS }),
    app.gameServers.read(),
  ])
  return {
    about: { en: settings.homeAboutEn, ru: settings.homeAboutRu },
    steps: { en: settings.homeStepsEn, ru: settings.homeStepsRu },
    picture: settings.homePicture,
    launcher: {
      windows: settings.launcherWindows,
      macos: settings.launcherMac,
      linux: settings.launcherLinux,
    },
    links: {
      discord: settings.discordUrl,
      vk: settings.vkUrl,
      telegram: settings.telegramUrl,
    },
    servers: servers.map(toShown),
    news: news.items,
  }
}

function toShown({ name, online, status }: ServerStatus): ShownServer {
  return {
    name,
    online: online ?? null,
    players: status?.players ?? null,
    most: status?.most ?? null,
    motd: status?.motd ?? '',
  }
}

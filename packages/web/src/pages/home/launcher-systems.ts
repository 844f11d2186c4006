import type { Home } from './home-data.ts'

const SYSTEMS = [
  { id: 'windows', name: 'Windows', sign: /Windows/ },
  { id: 'macos', name: 'macOS', sign: /Macintosh/ },
  { id: 'linux', name: 'Linux', sign: /Linux(?!.*Android)|X11/ },
] as const

export type LauncherSystem = { name: string; url: string; isOwn: boolean }

/** Returns the systems with a launcher; the visitor's own is first. */
export function launcherSystems(launcher: Home['launcher'], agent: string): LauncherSystem[] {
  return SYSTEMS.map(({ id, name, sign }) => ({ name, url: launcher[id], isOwn: sign.test(agent) }))
    .filter(({ url }) => url !== '')
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn))
}

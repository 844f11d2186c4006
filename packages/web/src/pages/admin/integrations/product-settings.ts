import type { LauncherProduct } from '@portal/contract'

/** A text to paste somewhere. `label` is a key below `connect.paste`. */
export type Snippet = { label: string; text: string }

export type SnippetInput = { url: string; key: string; builds: readonly string[] }

const MODULES = '/var/lib/launcher/modules'

/** Returns the settings of a launcher that signs players in with an API key or AzAuth. */
export function snippetsOf(product: LauncherProduct, given: SnippetInput): Snippet[] {
  const { url, key } = given
  if (product === 'laminara') {
    return [
      { label: 'install', text: `${install(url, 'portal')}\n${check(given)}` },
      { label: 'settings', text: laminara(given) },
    ]
  }
  if (product === 'aurora') {
    return [
      { label: 'install', text: `curl -fsSo modules/portal.js ${url}/launcher/module/portal.js` },
      { label: 'auroraKey', text: JSON.stringify({ url, apiKey: key }, null, 2) },
      { label: 'auroraAuth', text: 'auth: { type: reject }' },
    ]
  }
  if (product === 'azauth') return azauth(url)
  if (product === 'gml') return [{ label: 'gml', text: `${url}/auth/gml?key=${key}` }]
  return [
    { label: 'key', text: key },
    { label: 'call', text: `curl -H 'Authorization: Api-Key ${key}' ${url}/auth/launcher/ping` },
  ]
}

/** Returns the setting for the texture provider of GravitLauncher, which needs no key. */
export function gravitTextures(url: string): Snippet {
  const textureProvider = { type: 'json', url: `${url}/textures/player/%uuid%` }
  return {
    label: 'texture',
    text: JSON.stringify({ textureProvider }, null, 2).slice(2, -2).trim(),
  }
}

export const gameKinds = ['agent', 'hosts', 'velocity'] as const
export type GameKind = (typeof gameKinds)[number]

/** Returns the Java arguments of a game server. */
export function gameArguments(kind: GameKind, url: string): string {
  const below = `${url}/yggdrasil`
  if (kind === 'agent') return `-javaagent:authlib-injector.jar=${below}/`
  if (kind === 'velocity') {
    return `-Dmojang.sessionserver=${below}/sessionserver/session/minecraft/hasJoined`
  }
  const hosts = {
    auth: 'authserver',
    account: 'api',
    session: 'sessionserver',
    services: 'minecraftservices',
    profiles: 'api',
    discovery: 'minecraft/client', // Minecraft 26.3 and newer use only this property
  }
  return Object.entries(hosts)
    .map(([host, path]) => `-Dminecraft.api.${host}.host=${below}/${path}`)
    .join(' ')
}

/** Returns the link that HMCL and others accept when it is dropped into their window. */
export function dragLink(url: string): string {
  return `authlib-injector:yggdrasil-server:${encodeURIComponent(`${url}/yggdrasil/`)}`
}

function azauth(url: string): Snippet[] {
  return [
    {
      label: 'azuriomAuth',
      text: `import { AuthClient } from 'azuriom-auth'\n\nconst client = new AuthClient('${url}')`,
    },
    {
      label: 'emlLib',
      text: `import EMLLib from 'eml-lib'\n\nconst auth = new EMLLib.AzAuth('${url}')`,
    },
    { label: 'site', text: url },
  ]
}

function install(url: string, file: string): string {
  return [
    `curl -fsSo portal ${url}/launcher/module/${file}`,
    `sudo install -D -m 755 portal ${MODULES}/portal`,
  ].join('\n')
}

function check({ url, key }: SnippetInput): string {
  return `${MODULES}/portal check --url ${url} --key ${key}`
}

/**
 * Returns the settings of Laminara. Each of the builds requires a permission; without builds, there are no access
 * rules, so that all builds are open to all players.
 */
function laminara({ url, key, builds }: SnippetInput): string {
  const permission = 'launcher.build.%build%'
  const sources = { site: { type: 'portal', config: { permission } } }
  const rules = [{ builds, source: 'site', message: url }]
  const settings = {
    modules: { dir: MODULES, config: { portal: { url, apiKey: key } } },
    auth: { provider: 'portal' },
    yggdrasil: { enabled: true, skinProvider: 'portal', skinDomains: [new URL(url).hostname] },
    ...(builds.length > 0 && { access: { sources, rules } }),
    news: { source: { type: 'portal', config: { limit: 10 } } },
  }
  return JSON.stringify(settings, null, 2)
}

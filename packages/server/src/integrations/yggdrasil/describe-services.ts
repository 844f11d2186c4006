import { type GameServices, protocols } from '@portal/contract'

/**
 * Lists the URLs of services for games from version 26.3 on, which use no fixed hosts
 * (docs/launcher-protocols.md#yggdrasil). Also lists services that the site does not have, because a game does not
 * start if one is missing. Their paths return 404.
 */
export function describeServices(publicUrl: string): GameServices {
  const pathUnder = `${publicUrl}${protocols.yggdrasil.pathPrefix}`
  const session = `${pathUnder}/sessionserver/session/minecraft`
  const services = `${pathUnder}/minecraftservices`
  return {
    environment: 'prod',
    product: 'minecraft',
    discovery: {
      authentication: joinPath(services, {
        getPublicKeys: 'publickeys',
        loginXbox: 'authentication/login_with_xbox',
      }),
      session: joinPath(session, {
        getProfileById: 'profile/{profileId}',
        verify: 'hasJoined',
        join: 'join',
      }),
      player: joinPath(services, {
        getAttributes: 'player/attributes',
        updateAttributes: 'player/attributes',
        getCertificates: 'player/certificates',
        getBlocklist: 'privacy/blocklist',
        getFriends: 'friends',
        updateFriends: 'friends',
        updatePresence: 'presence',
        sendReport: 'player/report',
      }),
      profiles: {
        endpoints: {
          getManyByName: { uri: `${pathUnder}/api/profiles/minecraft` },
          getByName: { uri: `${services}/minecraft/profile/lookup/name/{name}` },
          getTexture: { validUris: [`${publicUrl}/textures/{textureId}`] },
        },
      },
      telemetry: joinPath(services, { sendEvents: 'events' }),
    },
  }
}

function joinPath(root: string, paths: Readonly<Record<string, string>>) {
  const named = Object.entries(paths).map(([name, path]) => [name, { uri: `${root}/${path}` }])
  return { endpoints: Object.fromEntries(named) }
}

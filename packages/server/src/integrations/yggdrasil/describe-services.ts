import { dialects, type GameServices } from '@portal/contract'

/**
 * Tells games of 26.3 and newer, which know no other hosts (docs/contract.md#yggdrasil), where each service
 * is. Of those that the site does not have, the paths are named as well and answer 404: a game that misses
 * a whole service does not start.
 */
export function describeServices(publicUrl: string): GameServices {
  const below = `${publicUrl}${dialects.yggdrasil.below}`
  const session = `${below}/sessionserver/session/minecraft`
  const services = `${below}/minecraftservices`
  return {
    environment: 'prod',
    product: 'minecraft',
    discovery: {
      authentication: at(services, {
        getPublicKeys: 'publickeys',
        loginXbox: 'authentication/login_with_xbox',
      }),
      session: at(session, {
        getProfileById: 'profile/{profileId}',
        verify: 'hasJoined',
        join: 'join',
      }),
      player: at(services, {
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
          getManyByName: { uri: `${below}/api/profiles/minecraft` },
          getByName: { uri: `${services}/minecraft/profile/lookup/name/{name}` },
          getTexture: { validUris: [`${publicUrl}/textures/{textureId}`] },
        },
      },
      telemetry: at(services, { sendEvents: 'events' }),
    },
  }
}

function at(root: string, paths: Readonly<Record<string, string>>) {
  const named = Object.entries(paths).map(([name, path]) => [name, { uri: `${root}/${path}` }])
  return { endpoints: Object.fromEntries(named) }
}

import {
  capeFile,
  copy,
  hashOf,
  putCape,
  putSkin,
  share,
  skinFile,
} from '../profiles/textures/texture-requests.ts'
import { bearer, type Reply } from '../support/browser.ts'
import { asSteve, type Steve } from './cabinet-calls.ts'
import type { Call, Calls, Name } from './contract-calls.ts'

/** A successful and a refused call for each endpoint about skins and capes. */
export const textureCalls = {
  uploadSkin: {
    happy: asSteve((steve) => putSkin(steve, skinFile(1), { slim: 'true' })),
    refused: asSteve((steve) => putSkin(steve, Buffer.from('GIF89a'))),
  },
  uploadCape: {
    happy: asSteve((steve) => putCape(steve, capeFile(1))),
    refused: asSteve((steve) => putCape(steve, skinFile(1))),
  },
  deleteSkin: {
    happy: asSteve((steve) => steve.browser.delete('/cabinet/skin', bearer(steve.accessToken))),
    refused: (site) => site.browser().delete('/cabinet/skin'),
  },
  deleteCape: {
    happy: asSteve((steve) => steve.browser.delete('/cabinet/cape', bearer(steve.accessToken))),
    refused: (site) => site.browser().delete('/cabinet/cape'),
  },
  listLooks: {
    happy: asDressed(({ browser, accessToken }) =>
      browser.get('/cabinet/looks', bearer(accessToken)),
    ),
    refused: (site) => site.browser().get('/cabinet/looks'),
  },
  wearLook: {
    happy: asDressed(({ browser, accessToken, skinHash }) =>
      browser.send('PUT', `/cabinet/looks/${skinHash}`, { slim: true }, bearer(accessToken)),
    ),
    refused: asSteve(({ browser, accessToken }) =>
      browser.send('PUT', '/cabinet/looks/unknown', undefined, bearer(accessToken)),
    ),
  },
  deleteLook: {
    happy: asDressed(({ browser, accessToken, skinHash }) =>
      browser.delete(`/cabinet/looks/${skinHash}`, bearer(accessToken)),
    ),
    refused: asSteve(({ browser, accessToken }) =>
      browser.delete('/cabinet/looks/unknown', bearer(accessToken)),
    ),
  },
  shareSkin: {
    happy: asSteve((steve) => share(steve)),
    refused: (site) => site.browser().send('PUT', '/cabinet/skin/sharing', { shared: true }),
  },
  copySkin: {
    happy: asDressed(async (steve) => {
      await share(steve)
      return copy(steve, 'Steve')
    }),
    refused: asSteve((steve) => copy(steve, 'Nobody')),
  },
  texture: {
    happy: asDressed((steve) => steve.browser.get(`/textures/${steve.skinHash}`)),
    refused: (site) => site.browser().get(`/textures/${'0'.repeat(64)}`),
  },
  playerTextures: {
    happy: asDressed((steve) => steve.browser.get('/textures/player/Steve')),
    refused: 'never',
  },
  cslProfile: {
    happy: asDressed((steve) => steve.browser.get('/csl/Steve.json')),
    refused: (site) => site.browser().get('/csl/x.json'),
  },
  cslTexture: {
    happy: asDressed((steve) => steve.browser.get(`/csl/textures/${steve.skinHash}`)),
    refused: (site) => site.browser().get('/csl/textures/unknown'),
  },
  render: {
    happy: asDressed((steve) => steve.browser.get('/render/body/Steve?size=32')),
    refused: (site) => site.browser().get('/render/body/Steve?size=17'),
  },
} satisfies Partial<Record<Name, Calls>>

/** Makes a call as Steve with a skin and a cape. */
function asDressed(call: (steve: Steve & { skinHash: string }) => Promise<Reply>): Call {
  return asSteve(async (steve) => {
    await putCape(steve, capeFile(1))
    const { body } = await putSkin(steve, skinFile(1))
    return call({ ...steve, skinHash: hashOf(body.textures.skin.url) })
  })
}

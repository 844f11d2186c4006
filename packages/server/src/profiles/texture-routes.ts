import { endpoints, Username } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Check } from 'typebox/value'
import type { App } from '../app.ts'
import { hasContent } from '../http/reply/conditional.ts'
import {
  allowAnyOrigin,
  CACHE_IMMUTABLE,
  CACHE_ONE_MINUTE,
  EMPTY_BODY,
} from '../http/reply/public-cors.ts'
import { route } from '../http/route.ts'
import { Refusal } from '../platform/errors.ts'
import { findPlayerByUsername } from '../players/player-store.ts'
import { findPlayerByIdParam, requirePlayer } from '../players/require-player.ts'
import { drawRender, findPlayerSkin, renderKey } from './renders/render-player.ts'
import { findTexture } from './textures/find-texture.ts'
import { toCslProfile, toLaunchTextures } from './textures/listed-textures.ts'
import { removeTexture } from './textures/remove-texture.ts'
import { isTextureHash } from './textures/texture.ts'
import { hasTexture } from './textures/texture-store.ts'
import { texturesOf } from './textures/textures-of.ts'
import { uploadCape, uploadSkin } from './textures/upload-texture.ts'

const DEFAULT_SIZE = '128'

export function appearanceRoutes(app: App) {
  return {
    uploadSkin: route(endpoints.uploadSkin, async ({ by, file, body }) => {
      const slim = body.slim ? body.slim === 'true' : undefined
      const player = await uploadSkin(app, by, { file, slim })
      return { textures: texturesOf(player, await siteOf(app)) }
    }),

    uploadCape: route(endpoints.uploadCape, async ({ by, file }) => {
      const player = await uploadCape(app, by, file)
      return { textures: texturesOf(player, await siteOf(app)) }
    }),

    deleteSkin: route(endpoints.deleteSkin, async ({ by }) => {
      await removeTexture(app, by, by.actor, 'skin')
      return null
    }),

    deleteCape: route(endpoints.deleteCape, async ({ by }) => {
      await removeTexture(app, by, by.actor, 'cape')
      return null
    }),
  }
}

export function playerTextureRoutes(app: App) {
  return {
    removeSkinOfPlayer: route(endpoints.removeSkinOfPlayer, async ({ params, by }) => {
      const { id } = await requirePlayer(app.db, params.uuid)
      await removeTexture(app, by, id, 'skin')
      return null
    }),

    removeCapeOfPlayer: route(endpoints.removeCapeOfPlayer, async ({ params, by }) => {
      const { id } = await requirePlayer(app.db, params.uuid)
      await removeTexture(app, by, id, 'cape')
      return null
    }),
  }
}

export function textureRoutes(app: App) {
  return {
    texture: route(endpoints.texture, ({ params, request, reply }) =>
      sendTexture(app, params.hash, request, reply),
    ),

    cslTexture: route(endpoints.cslTexture, ({ params, request, reply }) =>
      sendTexture(app, params.hash, request, reply),
    ),

    playerTextures: route(endpoints.playerTextures, async ({ params }) =>
      toLaunchTextures(await findPlayerByIdParam(app.db, params.player), await siteOf(app)),
    ),

    cslProfile: route(endpoints.cslProfile, async ({ params }) => {
      if (!Check(Username, params.name)) throw new Refusal('player.notfound')
      const player = await findPlayerByUsername(app.db, params.name)
      return toCslProfile(params.name, player, await siteOf(app))
    }),

    render: route(endpoints.render, async ({ params, query, request, reply }) => {
      const skin = await findPlayerSkin(app, params.player)
      const render = { ...skin, view: params.view, size: Number(query.size ?? DEFAULT_SIZE) }
      const etag = `"${renderKey(render)}"`
      const bytes = hasContent(request, etag) ? EMPTY_BODY : await drawRender(app, render)
      allowAnyOrigin(reply).headers({ ETag: etag, 'Cache-Control': CACHE_ONE_MINUTE })
      if (skin.hash === undefined) reply.header('X-Default', '1')
      return bytes
    }),
  }
}

async function sendTexture(
  app: App,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer> {
  const hash = name.replace(/\.png$/, '')
  const etag = `"${hash}"`
  const maybeCached = isTextureHash(hash) && hasContent(request, etag)
  const isCached = maybeCached && (await hasTexture(app.db, hash))
  const bytes = isCached ? EMPTY_BODY : await findTexture(app, hash)
  allowAnyOrigin(reply).header('Cache-Control', bytes ? CACHE_IMMUTABLE : CACHE_ONE_MINUTE)
  if (!bytes) throw new Refusal('texture.notfound')
  reply.header('ETag', etag)
  return bytes
}

async function siteOf({ config, settings }: Pick<App, 'config' | 'settings'>) {
  const { hdTexturesInGame } = await settings.read()
  return { publicUrl: config.publicUrl, hdTexturesInGame }
}

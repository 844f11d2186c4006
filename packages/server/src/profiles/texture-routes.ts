import { endpoints, Username } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Check } from 'typebox/value'
import type { App } from '../app.ts'
import { hasContent } from '../http/reply/conditional.ts'
import { FOR_EVER, NOTHING, openToAll, SHORTLY } from '../http/reply/public-cors.ts'
import { type Route, route } from '../http/route.ts'
import { Refusal } from '../platform/errors.ts'
import { findPlayerByUsername } from '../players/player-store.ts'
import { findNamed, requirePlayer } from '../players/require-player.ts'
import { drawRender, findLook, nameOf } from './renders/render-player.ts'
import { findTexture } from './textures/find-texture.ts'
import { toCslProfile, toLaunchTextures } from './textures/listed-textures.ts'
import { removeTexture } from './textures/remove-texture.ts'
import { isTextureHash } from './textures/texture.ts'
import { hasTexture } from './textures/texture-store.ts'
import { texturesOf } from './textures/textures-of.ts'
import { uploadCape, uploadSkin } from './textures/upload-texture.ts'

const USUAL_SIZE = '128'

/** Routes by which players change their own skin and cape. */
export function outfitRoutes(app: App): Route[] {
  return [
    route(endpoints.uploadSkin, async ({ by, file, body }) => {
      const slim = body.slim ? body.slim === 'true' : undefined
      const player = await uploadSkin(app, by, { file, slim })
      return { textures: texturesOf(player, await siteOf(app)) }
    }),

    route(endpoints.uploadCape, async ({ by, file }) => {
      const player = await uploadCape(app, by, file)
      return { textures: texturesOf(player, await siteOf(app)) }
    }),

    route(endpoints.deleteSkin, async ({ by }) => {
      await removeTexture(app, by, by.actor, 'skin')
      return null
    }),

    route(endpoints.deleteCape, async ({ by }) => {
      await removeTexture(app, by, by.actor, 'cape')
      return null
    }),
  ]
}

/** Routes by which administrators remove skins and capes that nobody should have to see. */
export function playerTextureRoutes(app: App): Route[] {
  return [
    route(endpoints.removeSkinOfPlayer, async ({ params, by }) => {
      const { id } = await requirePlayer(app.db, params.uuid)
      await removeTexture(app, by, id, 'skin')
      return null
    }),

    route(endpoints.removeCapeOfPlayer, async ({ params, by }) => {
      const { id } = await requirePlayer(app.db, params.uuid)
      await removeTexture(app, by, id, 'cape')
      return null
    }),
  ]
}

/** Routes by which anyone gets textures and renders. */
export function textureRoutes(app: App): Route[] {
  return [
    route(endpoints.texture, ({ params, request, reply }) =>
      answerTexture(app, params.hash, request, reply),
    ),

    route(endpoints.cslTexture, ({ params, request, reply }) =>
      answerTexture(app, params.hash, request, reply),
    ),

    route(endpoints.playerTextures, async ({ params }) =>
      toLaunchTextures(await findNamed(app.db, params.player), await siteOf(app)),
    ),

    route(endpoints.cslProfile, async ({ params }) => {
      if (!Check(Username, params.name)) throw new Refusal('player.notfound')
      const player = await findPlayerByUsername(app.db, params.name)
      return toCslProfile(params.name, player, await siteOf(app))
    }),

    route(endpoints.render, async ({ params, query, request, reply }) => {
      const look = await findLook(app, params.player)
      const render = { ...look, view: params.view, size: Number(query.size ?? USUAL_SIZE) }
      const tag = `"${nameOf(render)}"`
      const bytes = hasContent(request, tag) ? NOTHING : await drawRender(app, render)
      openToAll(reply).headers({ ETag: tag, 'Cache-Control': SHORTLY })
      if (look.hash === undefined) reply.header('X-Default', '1')
      return bytes
    }),
  ]
}

async function answerTexture(
  app: App,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer> {
  const hash = name.replace(/\.png$/, '')
  const tag = `"${hash}"`
  const mayHave = isTextureHash(hash) && hasContent(request, tag)
  const isThere = mayHave && (await hasTexture(app.db, hash))
  const bytes = isThere ? NOTHING : await findTexture(app, hash)
  openToAll(reply).header('Cache-Control', bytes ? FOR_EVER : SHORTLY)
  if (!bytes) throw new Refusal('texture.notfound')
  reply.header('ETag', tag)
  return bytes
}

async function siteOf({ config, settings }: Pick<App, 'config' | 'settings'>) {
  const { hdTexturesInGame } = await settings.read()
  return { publicUrl: config.publicUrl, hdTexturesInGame }
}

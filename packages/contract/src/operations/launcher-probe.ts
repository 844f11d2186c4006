import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Checkup } from './doctor.ts'

const Product = Type.Union([
  Type.Literal('laminara'),
  Type.Literal('gravit'),
  Type.Literal('aurora'),
  Type.Literal('gml'),
  Type.Literal('azauth'),
  Type.Literal('authlib'),
  Type.Literal('own'),
])

export const probeLauncher = endpoint({
  name: 'probeLauncher',
  summary: 'Sign in through a launcher as a temporary player, step by step',
  method: 'POST',
  path: '/admin/launcher/probe',
  caller: 'player',
  permission: 'panel.keys.manage',
  slow: true,
  limits: [{ name: 'probes', calls: 5, perSeconds: 300, per: 'player', counts: 'calls' }],
  body: Type.Object({ product: Product }),
  status: 200,
  reply: Type.Object({ steps: Type.Array(Checkup) }),
  errors: [],
})

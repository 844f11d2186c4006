import { endpoint } from '../endpoint.ts'
import { Overview } from '../panel-shapes.ts'

export const showOverview = endpoint({
  name: 'showOverview',
  summary: 'Figures and findings about the site; figures are at most a minute old',
  method: 'GET',
  path: '/admin/overview',
  caller: 'player',
  permission: 'panel.access',
  status: 200,
  reply: Overview,
  errors: [],
})

import { CallError } from './call-error.ts'
import * as messages from './messages.ts'
import type { Module } from './module.ts'
import type { Registry } from './registry.ts'

const SERVING = 1
/** go-plugin checks the health of `plugin`, other clients check the health of the whole server (an empty name). */
const HEALTHY_SERVICES = ['', 'plugin']

export function registerCalls(registry: Registry, module: Module, stop: () => void): void {
  registerModule(registry, module)
  registerProviders(registry, module)

  registry.unary({
    path: '/grpc.health.v1.Health/Check',
    read: messages.readHealthCheck,
    write: messages.writeHealthCheck,
    answer({ service }) {
      if (!HEALTHY_SERVICES.includes(service)) throw new CallError(`unknown service ${service}`)
      return { status: SERVING }
    },
  })
  registry.unary({
    path: '/plugin.GRPCController/Shutdown',
    read: messages.readNothing,
    write: messages.writeNothing,
    answer: stop,
  })
}

function registerModule(registry: Registry, module: Module): void {
  registry.unary({
    path: pathOf('Configure'),
    read: messages.readConfigure,
    write: messages.writeNothing,
    answer: ({ config }) => module.configure(config),
  })
  registry.unary({
    path: pathOf('Info'),
    read: messages.readNothing,
    write: messages.writeInfo,
    answer: module.info,
  })
  registry.stream({
    path: pathOf('Execute'),
    read: messages.readExecute,
    write: messages.writeExecute,
    async answer({ command, args }) {
      const { output, error } = await module.execute(command, args)
      return output === '' ? [{ error }] : [{ output }, { error }]
    },
  })
  registry.unary({
    path: pathOf('Emit'),
    read: messages.readNothing,
    write: messages.writeNothing,
    answer: () => undefined, // the module ignores events
  })
}

function registerProviders(registry: Registry, module: Module): void {
  registry.unary({
    path: pathOf('OpenProvider'),
    read: messages.readOpenProvider,
    write: messages.writeOpenProvider,
    answer: ({ kind, name, config }) => ({ handle: module.openProvider(kind, name, config) }),
  })
  registry.unary({
    path: pathOf('Authenticate'),
    read: messages.readAuthenticate,
    write: messages.writeAuthenticate,
    answer: ({ handle, ...credentials }) =>
      module.provider('signIn', handle).authenticate(credentials),
  })
  registry.unary({
    path: pathOf('Textures'),
    read: messages.readTextures,
    write: messages.writeTextures,
    answer: ({ handle, ...player }) => module.provider('skin', handle).textures(player),
  })
  registry.unary({
    path: pathOf('Allows'),
    read: messages.readAllows,
    write: messages.writeAllows,
    answer: async ({ handle, build, subject }) => ({
      allowed: await module.provider('access', handle).allows(build, subject),
    }),
  })
  registry.unary({
    path: pathOf('NewsItems'),
    read: messages.readNewsItems,
    write: messages.writeNewsItems,
    answer: ({ handle }) => module.provider('news', handle).items(),
  })
}

function pathOf(method: string): string {
  return `/laminara.module.v1.ModuleService/${method}`
}

/** Types for the part of the untyped library that the provider and its tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  export type Grant = {
    jti: string
    addOIDCScope(scope: string): void
    getOIDCScope(): string
    save(): Promise<string>
  }

  export type Session = {
    uid: string
    jti: string
    accountId: string | undefined
    acr: string | undefined
    amr: string[] | undefined
    loginTs: number | undefined
    grantIdFor(clientId: string): string | undefined
    sidFor(clientId: string): string | undefined
    /** Gives the session a `sid` for the client, unless it has one already. */
    ensureClientContainer(clientId: string): void
    resetIdentifier(): void
    save(ttl: number): Promise<string>
  }

  export type Client = {
    clientId: string
    clientName: string
    clientAuthMethod: string
    scope: string
    backchannelLogoutUri: string | undefined
    includeSid(): boolean
    backchannelLogout(sub: string, sid: string): Promise<void>
    grantTypeAllowed(type: string): boolean
    compareClientSecret(actual: string): Promise<boolean> | boolean
    portal_trusted: boolean
    portal_permission: string | null
    portal_access_token: 'jwt' | 'opaque'
    portal_pkce: boolean
    portal_secrets: (string | null)[]
    portal_old_secret_until: number | null
    portal_post_logout_uris: string[]
    redirectUriAllowed(uri: string): boolean
  }

  export type AccessToken = {
    accountId: string
    client: Client | undefined
    clientId: string
    exp: number
    iat: number
    jti: string
    scope: string
    grantId: string
    sessionUid: string
    getValueAndPayload(): Promise<{ value: string; payload: Record<string, unknown> }>
    generateTokenId(): string
    save(): Promise<string>
  }

  export type RefreshToken = { sessionUid: string; scope: string; save(): Promise<string> }

  export type Interaction = {
    uid: string
    exp: number
    params: Record<string, string | undefined>
    prompt: { name: string; reasons: string[] }
    result: object | undefined
    returnTo: string
    session: object | undefined
    save(ttl: number): Promise<string>
  }

  export type DeviceCode = {
    jti: string
    clientId: string
    userCode: string
    iat: number
    accountId: string | undefined
    error: string | undefined
    deviceInfo: { ip: string; agent: string }
    params: Record<string, string | undefined>
    save(): Promise<string>
  }

  export type Context = {
    req: IncomingMessage & { body?: unknown }
    res: ServerResponse
    path: string
    method: string
    query: Record<string, string | string[] | undefined>
    status: number
    type: string
    body: unknown
    redirect(url: string): void
    oidc: {
      account: Account | undefined
      client: Client
      entities: Record<string, unknown>
      issuer: string
      params: Record<string, string | undefined>
      prompts: Set<string>
      provider: Provider
      requestParamOIDCScopes: Set<string>
      result: { login?: object; consent?: object } | undefined
      route: string
      session: Session
      entity(key: string, value: unknown): void
      promptPending(name: string): boolean
    }
  }

  export type Account = {
    accountId: string
    claims(use: string, scope: string): Promise<Record<string, unknown>>
  }

  type Of<Instance, Given> = { new (given?: Given): Instance; prototype: Instance }
  type Found<Instance> = { find(value: string): Promise<Instance | undefined> }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    static ctx: Context | undefined
    proxy: boolean
    readonly Grant: Of<Grant, { clientId: string; accountId: string }> & Found<Grant>
    readonly Session: Of<Session, { uid: string; jti: string }> & {
      get(ctx: Context): Promise<Session>
      findByUid(uid: string): Promise<Session | undefined>
    }
    readonly Client: { prototype: Client } & Found<Client>
    readonly AccessToken: { prototype: AccessToken } & Found<AccessToken>
    readonly RefreshToken: { prototype: RefreshToken }
    readonly Interaction: Found<Interaction>
    readonly DeviceCode: { findByUserCode(userCode: string): Promise<DeviceCode | undefined> }
    readonly IdToken: {
      /** Checks the signature, audience and issuer of an ID token, but not its expiry. */
      validate(token: string, client: Client): Promise<{ payload: { sub: string } }>
    }
    callback(): RequestListener
    on(event: 'server_error', listener: (ctx: Context, error: Error) => void): void
    on(event: 'error', listener: (error: Error) => void): void
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<void>
  }

  export class OIDCProviderError extends Error {}

  export const errors: {
    InvalidGrant: new (detail: string) => Error
    InvalidScope: new (detail: string, scope: string) => Error
  }

  export namespace interactionPolicy {
    class Check {
      constructor(
        reason: string,
        description: string,
        error: string,
        check: (ctx: Context) => boolean | Promise<boolean>,
      )
    }
    type Checks = { add(check: Check): void; remove(reason: string): void }
    type Policy = { get(name: string): { checks: Checks } }
    function base(): Policy
  }
}

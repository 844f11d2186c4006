import {
  OidcClientTable,
  OidcConnectionTable,
  OidcLogoutTable,
  OidcPayloadTable,
} from '../../database/tables/openid.ts'
import type { ExportPart } from './export-part.ts'

/**
 * The applications to which the player has signed in, with their codes and tokens, and the applications that the player
 * has registered as an administrator.
 */
export const partsOfOpenId = {
  oidc_connection: {
    as: 'connectedApps',
    about: {
      en: 'applications that you signed in to with this account, and what they may see',
      ru: 'приложения, в которые вы входили с этим аккаунтом, и что им доступно',
    },
    of: ['player_id'],
    key: ['client_id'],
    columns: OidcConnectionTable,
  } satisfies ExportPart<'oidc_connection'>,

  oidc_payload: {
    as: 'applicationTokens',
    about: {
      en: 'codes and tokens that applications received for your account, without the tokens',
      ru: 'коды и токены, которые приложения получили для вашего аккаунта, без самих токенов',
    },
    of: ['player_id'],
    key: ['id'],
    columns: OidcPayloadTable,
  } satisfies ExportPart<'oidc_payload'>,

  oidc_logout: {
    as: 'applicationSignOuts',
    about: {
      en: 'sign-outs of which an application is being notified at this moment',
      ru: 'выходы, о которых в эту минуту сообщается приложениям',
    },
    of: ['player_id'],
    key: ['id'],
    columns: OidcLogoutTable,
  } satisfies ExportPart<'oidc_logout'>,

  oidc_client: {
    as: 'applications',
    about: {
      en: 'applications that you registered in the panel, without their secrets',
      ru: 'приложения, которые вы зарегистрировали в панели, без их секретов',
    },
    of: ['author'],
    key: ['id'],
    columns: OidcClientTable,
  } satisfies ExportPart<'oidc_client'>,
}

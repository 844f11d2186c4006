/** Texts of the panel page about sign-in services. */
export default {
  providersPage: {
    about: 'Players can link accounts of these services and sign in with them.',
    empty: 'No services yet. Players sign in with a name and a password, or with a passkey.',
    emptyWithoutPasskeys: 'No services yet. Players sign in with a name and a password.',
    superuserOnly: 'Only a superuser can add, change or delete services.',
    add: 'Add a service',
    newProvider: 'New service',
    change: 'Change',
    changeOf: 'Change {name}',
    on: 'on',
    off: 'off',
    turnOn: 'Turn on',
    turnOnOf: 'Turn on {name}',
    turnOff: 'Turn off',
    turnOffOf: 'Turn off {name}',
    turnedOn: '{name} is now on the sign-in page.',
    turnedOff: 'Players can no longer sign in with {name}. Their links are kept.',
    added: '{name} is added.',
    deleted: '{name} is deleted.',
    delete: 'Delete',
    deleteQuestion: 'Delete {name}?',
    deleteUnused: 'No player has linked it.',
    deleteHint:
      '{n} player has linked it. The link is removed, and the player signs in with the password again. | {n} players have linked it. The links are removed, and the players sign in with their passwords again.',
    linked: '{n} player has linked it | {n} players have linked it',
    linkedNobody: 'no player has linked it yet',
    trusts: 'Signing in with it does not require the site’s 2FA code.',
    kind: 'Service',
    kinds: {
      discord: 'Discord',
      google: 'Google',
      vk: 'VK ID',
      yandex: 'Yandex ID',
      telegram: 'Telegram',
      microsoft: 'Microsoft',
      oidc: 'Another service (OpenID Connect)',
    },
    name: 'Name on the button',
    nameHint: 'Players see “Sign in with …”',
    slug: 'Short name in the address',
    slugHint:
      'Lowercase letters, digits and hyphens. It ends the address to enter at the service and cannot be changed later.',
    issuer: 'Issuer',
    issuerHint: 'The address before /.well-known/openid-configuration',
    tenant: 'Tenant',
    tenantHint: 'Leave “common” to allow any Microsoft account.',
    test: 'Check',
    testOf: 'Check {name}',
    reached: '{name} responds.',
    notReached: 'This does not work yet:',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    secretKept: 'Leave empty to keep the stored one. It is never shown.',
    enabled: 'Show on the sign-in page',
    trusted: 'Do not require the site’s 2FA code',
    trustedHint:
      'Players with two-factor authentication sign in with this service alone, so anyone who controls their account there gets in here.',
    redirect: 'Address to enter at the service',
    redirectHint: 'Copy it exactly.',
    steps: 'Steps at the service',
    console: 'Open {host}',
    http: 'The site’s address is {address}. Most services send players back only to https. Set PUBLIC_URL to the https address first.',
    local:
      'The site’s address is {address}. Services work with it on this machine, but other people cannot sign in. Set PUBLIC_URL to the site’s real address first.',
    number:
      'The site’s address is {address}. Most services reject an IP address. Give the site a domain name and set PUBLIC_URL to it first.',
  },
  providerSteps: {
    discord:
      'Press New Application and give it the name of your project.\nOAuth2, Redirects, Add Redirect: paste the address above. Save Changes.\nOn the same page copy the Client ID. Reset Secret shows the Client Secret.',
    google:
      'Choose or create a project and press Get started. Audience: External.\nClients, Create client, Web application. Under Authorized redirect URIs paste the address above.\nCopy Client ID and Client secret. The secret is shown only then.\nAudience, Publish app. Before that only listed test users can sign in.',
    microsoft:
      'New registration. Supported account types: the entry for any organization and personal Microsoft accounts.\nRedirect URI: Web, and paste the address above. Register.\nOn Overview copy the Application (client) ID.\nCertificates & secrets, New client secret: copy the Value, not the Secret ID. It expires after two years at most.',
    yandex:
      'Create app, For user authorization. Enter the name, an icon and your e-mail.\nPlatform Web services: paste the address above as Redirect URI.\nData access: username, first name, last name and gender.\nCopy ClientID and Client secret.',
    vk: 'My applications, Add application. Platform: Web.\nBase domain: {host}. Trusted redirect URL: paste the address above.\nCopy the ID of the application and the Protected key.',
    telegram:
      'Create a bot with /newbot, or choose one. Players see its name and picture.\\nBot Settings, Web Login: add two allowed URLs, {origin} and the address above.\\nCopy Client ID and Client Secret from there. The secret is not the bot’s token.',
    oidc: 'Create a confidential client with the authorization code flow and the scopes openid and profile.\\nEnter the address above as its redirect URI.\\nCopy the issuer, the client ID and the client secret.',
  },
}

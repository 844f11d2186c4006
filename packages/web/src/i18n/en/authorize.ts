/** Texts of the page on which a player agrees to sign in to an application. */
export default {
  authorize: {
    launchers: 'Launchers',
    title: 'Sign in to an application',
    heading: 'Sign in to {name}?',
    leaving: 'After that you return to {host}.',
    signedInAs: 'You are signed in as {name}.',
    sees: '{name} will be able to:',
    openid: 'recognize your account',
    profile: 'see your name, avatar and language',
    email: 'see your e-mail address',
    minecraft: 'see your game name, UUID, skin and cape',
    roles: 'see your roles and donor ranks',
    permissions: 'see your permissions',
    offline_access: 'stay signed in until you disconnect it here',
    Yggdrasil: {
      PlayerProfiles: {
        Select: 'start the game with your name, UUID, skin and cape',
        Read: 'see your game name, UUID, skin and cape',
      },
      Server: { Join: 'join game servers as you, and change your skin and cape' },
    },
    otherwise: 'Agree only if you opened this page from {name} yourself.',
    allow: 'Allow and continue',
    decline: 'Decline',
    expired: 'The sign-in request has expired',
    forbidden: 'Your account may not sign in to {name}.',
    back: 'Return',
    continuing: 'Signing in to {name}',
  },
}

export default {
  apps: {
    title: 'Connected apps',
    about: 'Applications that you signed in to with this account.',
    none: 'You have not signed in to any application with this account yet.',
    trusted: 'part of this project',
    can: 'It can {list}.',
    since: 'since {day}',
    used: 'used {when}',
    disconnect: 'Disconnect',
    question: 'Disconnect {name}?',
    hint: 'It is signed out, and must ask you again at the next sign-in.',
    done: '{name} is disconnected.',
  },
}

export default {
  apps: {
    title: 'Connected apps',
    about: 'Applications that you signed in to with this account.',
    none: 'Programs that you sign in to with this account appear here: a forum, a wiki, a launcher.',
    trusted: 'part of this project',
    can: 'It can {list}.',
    since: 'since {day}',
    used: 'used {when}',
    disconnect: 'Disconnect',
    question: 'Disconnect {name}?',
    hint: 'The application is signed out and must ask for your consent again at the next sign-in.',
    done: '{name} is disconnected.',
  },
}

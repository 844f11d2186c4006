export default {
  start: {
    title: 'Start playing',
    signIn: 'Install the launcher and sign in with the name {name} and your password.',
    onComputer: 'The launcher runs on a computer. Open this site there to install it.',
  },
}

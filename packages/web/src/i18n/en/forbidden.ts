export default {
  forbidden: {
    title: 'No access',
    about: 'You do not have access to this page: {page}. Ask an administrator if you need it.',
    toPanel: 'Open the overview',
  },
}

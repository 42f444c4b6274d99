/** The page to which other apps share, as the manifest says: they post a form to it, which the service worker answers. */
export const SHARE_PATH = '/account/share'
/** The fields of that form. */
export const SHARE_FIELDS = { title: 'title', text: 'text', url: 'url', files: 'files' } as const

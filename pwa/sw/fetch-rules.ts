/** Only public pictures are cached: pictures for members must not remain after a logout. */
export const isPicture = (path: string): boolean =>
  path.startsWith('/media/public/') && /\.(png|jpe?g|webp|svg)$/.test(path)

export const isPictureAnswer = ({ status, headers }: Response): boolean =>
  status === 200 && (headers.get('content-type') ?? '').startsWith('image/')

/** Navigations that get the app shell: no files, and no paths that the server answers itself. */
export const isShellNavigation =
  /^\/(?!api\/|media\/|sandbox\/|healthz|readyz|metrics)[^.]*(\?.*)?$/

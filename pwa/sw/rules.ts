/** Public pictures only: what is for members may not stay behind when somebody logs out. */
export const isPicture = (path: string): boolean =>
  path.startsWith('/media/public/') && /\.(png|jpe?g|webp|svg)$/.test(path)

export const isPictureAnswer = ({ status, headers }: Response): boolean =>
  status === 200 && (headers.get('content-type') ?? '').startsWith('image/')

/** Pages, not files and not what the server answers itself. */
export const isShellNavigation =
  /^\/(?!api\/|media\/|sandbox\/|healthz|readyz|metrics)[^.]*(\?.*)?$/

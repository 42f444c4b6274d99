import 'react'

declare module 'react' {
  /** Custom properties, which are numbers or texts. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}

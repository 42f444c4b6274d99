import type { ComponentPropsWithRef } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

/** Without `title`: a tip that only a mouse can find helps nobody. */
export type PressableProps =
  | (Omit<ComponentPropsWithRef<'button'>, 'title'> & { to?: undefined; href?: undefined })
  | (Omit<LinkProps, 'title'> & { href?: undefined })
  | (Omit<ComponentPropsWithRef<'a'>, 'title'> & { href: string; to?: undefined })

/** A link where it leads somewhere (`to` within the app, `href` out of it), else a button. */
export function Pressable(props: PressableProps) {
  if (props.to !== undefined) return <Link {...props} />
  if (props.href !== undefined) return <a {...props} />
  return <button type="button" {...props} />
}

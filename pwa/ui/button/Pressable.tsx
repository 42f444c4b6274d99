import type { ComponentPropsWithRef } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

/** Without `title`: tooltips are not available by touch or keyboard. */
export type PressableProps =
  | (Omit<ComponentPropsWithRef<'button'>, 'title'> & { to?: undefined; href?: undefined })
  | (Omit<LinkProps, 'title'> & { href?: undefined })
  | (Omit<ComponentPropsWithRef<'a'>, 'title'> & { href: string; to?: undefined })

/** A link with `to` (in the app) or `href` (external), otherwise a button. */
export function Pressable(props: PressableProps) {
  if (props.to !== undefined) return <Link {...props} />
  if (props.href !== undefined) return <a {...props} />
  return <button type="button" {...props} />
}

import type { MouseEvent, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../icon-names.ts'
import css from './Button.module.css'
import { Pressable, type PressableProps } from './Pressable.tsx'

/** The look of a button that opens a dialog; its label is given apart. */
export interface TriggerLook extends Omit<ButtonLook, 'children'> {
  disabled?: boolean
}

interface ButtonLook {
  /** `danger`: does it; `risk`: leads to it, and asks first. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'risk' | 'plain'
  size?: 'm' | 's'
  wide?: boolean
  /** Keeps its width, shows a spinner, and ignores presses. */
  busy?: boolean
  icon?: IconName
  /** An amount on a line above the label: `¥980/1 Month`. */
  price?: string
  children: ReactNode
}

type ButtonProps = ButtonLook & PressableProps

export function Button(props: ButtonProps) {
  const { variant = 'primary', size = 'm', wide, busy, icon, price, children, ...rest } = props
  const className = cx(
    css.button,
    css[variant],
    size === 's' && css.s,
    wide && css.wide,
    price && css.price,
    rest.className,
  )
  return (
    <Pressable
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, onClick: refuse })}
      className={className}
    >
      <span className={css.words}>
        {icon && <Icon name={icon} size="s" />}
        {price && <b>{price}</b>}
        {price ? <small>{children}</small> : <span className={css.label}>{children}</span>}
      </span>
    </Pressable>
  )
}

// Also prevents a busy submit button from submitting again.
const refuse = (event: MouseEvent) => event.preventDefault()

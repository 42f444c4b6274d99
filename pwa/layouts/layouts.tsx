import { type ComponentType, lazy, type ReactNode } from 'react'
import { DefaultLayout } from './DefaultLayout.tsx'

export interface LayoutProps {
  children: ReactNode
}

const later = <N extends string>(
  name: N,
  load: () => Promise<Record<N, ComponentType<LayoutProps>>>,
) => lazy(async () => ({ default: (await load())[name] }))

/** Every layout of the product; all but the default one are fetched with the first page that uses them. */
export const layouts = {
  default: DefaultLayout,
  account: later('AccountLayout', () => import('./AccountLayout.tsx')),
  'account-follow': later('FollowLayout', () => import('./FollowLayout.tsx')),
  event: later('EventLayout', () => import('./EventLayout.tsx')),
  help: later('HelpLayout', () => import('./HelpLayout.tsx')),
  room: later('RoomLayout', () => import('./RoomLayout.tsx')),
  /** A page of a room that is not one of its tabs. */
  community: later('CommunityLayout', () => import('./CommunityLayout.tsx')),
  unsigned: later('UnsignedLayout', () => import('./UnsignedLayout.tsx')),
  'no-header': later('NoHeaderLayout', () => import('./NoHeaderLayout.tsx')),
  legal: later('LegalLayout', () => import('./LegalLayout.tsx')),
} satisfies Record<string, ComponentType<LayoutProps>>

export type LayoutName = keyof typeof layouts

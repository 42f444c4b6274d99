import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'

/** An event: its picture or its player is the head of the page, its price or its talk the foot of it. */
export const EventLayout = ({ children }: LayoutProps) => (
  <Frame header={false} menu={false}>
    {children}
  </Frame>
)

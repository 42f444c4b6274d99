import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'

/** An event: the picture or player at the top, the price or talk at the bottom. */
export const EventLayout = ({ children }: LayoutProps) => (
  <Frame header={false} menu={false}>
    {children}
  </Frame>
)

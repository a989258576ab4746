/** Mantine components as typed router links. They preload the code of the target page on hover. */
import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  UnstyledButton,
  type UnstyledButtonProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type AnchorAttributes<Props> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & {
  ref?: Ref<HTMLAnchorElement>
}

export const ButtonLink = createLink((props: ButtonProps & AnchorAttributes<ButtonProps>) => (
  <Button component="a" {...props} />
))

export const ActionIconLink = createLink((props: ActionIconProps & AnchorAttributes<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
))

export const MenuItemLink = createLink((props: MenuItemProps & AnchorAttributes<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
))

export const AnchorLink = createLink((props: AnchorProps & AnchorAttributes<AnchorProps>) => (
  <Anchor {...props} />
))

/** A link without a look of its own. */
export const ButtonBaseLink = createLink(
  (props: UnstyledButtonProps & AnchorAttributes<UnstyledButtonProps>) => (
    <UnstyledButton component="a" {...props} />
  ),
)

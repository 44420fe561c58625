"""Conversations as token ids with supervision masks.

In: files of conversations, a chat template or nanochat's rules, a tokenizer. Out: RenderedChat
(ids, mask, messages), arrays of them, and lints of what would hurt in training. Conversations that
cannot be used raise or report a sentence that names line and message; nothing is dropped or changed
silently.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.chat.arrays import ChatSummary as ChatSummary
    from engine.chat.arrays import lint_document as lint_document
    from engine.chat.arrays import write_chat_arrays as write_chat_arrays
    from engine.chat.arrays import writing_chat_arrays as writing_chat_arrays
    from engine.chat.conversation import AnyConversation as AnyConversation
    from engine.chat.conversation import ChatError as ChatError
    from engine.chat.conversation import Conversation as Conversation
    from engine.chat.conversation import ConversationError as ConversationError
    from engine.chat.conversation import Message as Message
    from engine.chat.conversation_file import ConversationFile as ConversationFile
    from engine.chat.conversation_file import conversations_of_stream as conversations_of_stream
    from engine.chat.conversation_file import read_conversations as read_conversations
    from engine.chat.jinja_renderer import TemplateRenderer as TemplateRenderer
    from engine.chat.jinja_renderer import template_renderer as template_renderer
    from engine.chat.lint_checks import ChatLint as ChatLint
    from engine.chat.lints import ChatChecker as ChatChecker
    from engine.chat.lints import CheckedChat as CheckedChat
    from engine.chat.lints import lint_chat as lint_chat
    from engine.chat.lints import lint_template as lint_template
    from engine.chat.nanochat import NANOCHAT_TOKENS as NANOCHAT_TOKENS
    from engine.chat.nanochat import NanochatRenderer as NanochatRenderer
    from engine.chat.renderer import NANOCHAT as NANOCHAT
    from engine.chat.renderer import ChatRenderer as ChatRenderer
    from engine.chat.renderer import MaskSource as MaskSource
    from engine.chat.renderer import RenderedChat as RenderedChat
    from engine.chat.renderer import RoleCount as RoleCount
    from engine.chat.renderer import chat_renderer as chat_renderer
    from engine.chat.renderer import role_counts as role_counts
    from engine.chat.templates import DEFAULT as DEFAULT
    from engine.chat.templates import WITH_TOOLS as WITH_TOOLS
    from engine.chat.templates import TemplateSource as TemplateSource
    from engine.chat.templates import named_templates as named_templates
    from engine.chat.templates import template_names as template_names
    from engine.chat.templates import template_source as template_source
    from engine.chat.templates import template_special_tokens as template_special_tokens
    from engine.chat.templates import template_text as template_text
    from engine.chat.templates import tokens_of as tokens_of
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)

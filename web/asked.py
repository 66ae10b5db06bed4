"""What a route asks for: the book."""

from typing import Annotated

from fastapi import Depends, Request

from ..book import Book


def _book(request: Request) -> Book:
    book = request.app.state.book
    assert isinstance(book, Book)
    return book


BookAsked = Annotated[Book, Depends(_book)]

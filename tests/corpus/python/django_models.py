# type: ignore
"""Objects that a framework's descriptors and managers give: what they are given as a class, or the class they are of."""

from django.db import models
from django.db.models import ForeignKey, Manager, QuerySet


class Author(models.Model):
    def publish(self):
        return self

    def save(self, **options):
        super().save(**options)  #> external django.db.models.base.Model.save


class Shelf(models.Model):
    owner = models.ForeignKey("Author", on_delete=models.CASCADE)

    def tidy(self):
        self.owner.publish()  #> call Author.publish inferred


class BookQuerySet(QuerySet):
    def recent(self):
        return self.filter(year=2020)


class ShelfManager(models.Manager):
    def dusty(self):
        return self.filter(dust=True)


class Book(models.Model):
    title = models.CharField(max_length=100)
    author = ForeignKey(Author, on_delete=models.CASCADE)
    editor = models.OneToOneField(to=Author, on_delete=models.CASCADE, related_name="+")
    shelves = models.ManyToManyField(Shelf)

    found = BookQuerySet.as_manager()

    def finish(self):
        self.author.save()  #> call Author.save inferred; ref Book.author
        self.editor.publish()  #> call Author.publish inferred
        self.shelves.first().tidy()  #> call Shelf.tidy inferred
        self.delete()  #> external django.db.models.base.Model.delete
        self.title.publish()  #> none publish


class Loan(models.Model):
    book = models.ForeignKey(Book, on_delete=models.CASCADE)
    objects = ShelfManager()

    def end(self):
        self.book.author.publish()  #> call Author.publish inferred


def use():
    Author.objects.get(pk=1).publish()  #> call Author.publish typed
    Author.objects.filter(x=1).order_by("y").first().publish()  #> call Author.publish typed
    for book in Book.objects.all():
        book.finish()  #> call Book.finish typed
        book.author.publish()  #> call Author.publish typed
    made, is_new = Book.objects.get_or_create(title="x")
    made.finish()  #> call Book.finish typed
    Book.objects.create(title="y").finish()  #> call Book.finish typed
    Book.found.recent()  #> call BookQuerySet.recent
    Loan.objects.dusty()  #> call ShelfManager.dusty inferred
    Loan.objects.get(pk=2).end()  #> call Loan.end inferred
    Book.author.publish()  #> none publish
    Book.objects.values("title")[0].finish()  #> none finish

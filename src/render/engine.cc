// The one C++ file: ctemplate asks, scope.c answers. Nothing is caught here: all that ctemplate throws is bad_alloc,
// and out of memory ends the program as everywhere.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <streambuf>
#include <string>

#include <ctemplate/per_expand_data.h>
#include <ctemplate/template_cache.h>
#include <ctemplate/template_dictionary_interface.h>
#include <ctemplate/template_emitter.h>

extern "C" {
#include "render/engine.h"
}

using ctemplate::TemplateDictionaryInterface;
using ctemplate::TemplateString;

namespace
{

struct str view(const TemplateString &s)
{
    return {s.data(), s.size()};
}

// ---- what ctemplate prints ----

// ctemplate reports on std::cerr only. While a Capture lives, what its thread prints there goes into a buffer;
// other threads' output goes where it always went.
thread_local struct buf *captured = nullptr;

class Redirect : public std::streambuf
{
  public:
    Redirect() : original(std::cerr.rdbuf())
    {
    }

  protected:
    int overflow(int c) override
    {
        if (c == traits_type::eof())
            return traits_type::not_eof(c);
        char byte = traits_type::to_char_type(c);
        return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
    }

    std::streamsize xsputn(const char *p, std::streamsize n) override
    {
        if (!captured)
            return original->sputn(p, n);
        buf_put(captured, {p, static_cast<size_t>(n)});
        return n;
    }

    int sync() override
    {
        return captured ? 0 : original->pubsync();
    }

  private:
    std::streambuf *const original;
};

class Capture
{
  public:
    explicit Capture(struct buf *said)
    {
        // Never freed: std::cerr is flushed after the last destructor of ours.
        static Redirect *const redirect = [] {
            auto *r = new Redirect;
            std::cerr.rdbuf(r);
            return r;
        }();
        static_cast<void>(redirect);
        captured = said;
    }

    ~Capture()
    {
        captured = nullptr;
    }

    Capture(const Capture &) = delete;
    Capture &operator=(const Capture &) = delete;
};

// ---- what ctemplate asks ----

// The dictionary that ctemplate sees is made while it renders, one for each open section; the data stays in C.
class View : public TemplateDictionaryInterface
{
  public:
    explicit View(const struct scope &s) : scope(s)
    {
    }

    struct scope scope;

  protected:
    TemplateString GetValue(const TemplateString &name) const override
    {
        struct str value = scope_value(&scope, view(name));
        return TemplateString(value.n ? value.p : "", value.n);
    }

    bool IsHiddenSection(const TemplateString &name) const override
    {
        return scope_section(&scope, view(name)) == nullptr;
    }

    bool IsUnhiddenSection(const TemplateString &name) const override
    {
        return !IsHiddenSection(name);
    }

    bool IsHiddenTemplate(const TemplateString &name) const override
    {
        return scope_part(&scope, view(name)) == nullptr;
    }

    const char *GetIncludeTemplateName(const TemplateString &name, int) const override
    {
        const struct tpl_file *part = scope_part(&scope, view(name));
        return part ? part->name.p : nullptr;
    }

    Iterator *CreateSectionIterator(const TemplateString &name) const override;
    Iterator *CreateTemplateIterator(const TemplateString &name) const override;

    void DumpToString(std::string *, int) const override
    {
    }

  private:
    class Repetitions;
    class Once;
};

class View::Repetitions : public Iterator
{
  public:
    Repetitions(const struct scope &outer, struct str section)
        : view_({outer.render, &outer, nullptr, outer.file, section, 0}), next_(scope_section(&outer, section))
    {
    }

    bool HasNext() const override
    {
        return next_ != nullptr;
    }

    const TemplateDictionaryInterface &Next() override
    {
        view_.scope.dict = next_;
        view_.scope.repetition++;
        next_ = next_->next;
        return view_;
    }

  private:
    View view_; // moved on from repetition to repetition: ctemplate is done with one before it asks for the next
    const struct tdict *next_;
};

// A part sees what its place in the page sees.
class View::Once : public Iterator
{
  public:
    Once(const struct scope &place, const struct tpl_file *part)
        : view_({place.render, place.outer, place.dict, part, {nullptr, 0}, place.repetition}), done_(part == nullptr)
    {
    }

    bool HasNext() const override
    {
        return !done_;
    }

    const TemplateDictionaryInterface &Next() override
    {
        done_ = true;
        return view_;
    }

  private:
    View view_;
    bool done_;
};

View::Iterator *View::CreateSectionIterator(const TemplateString &name) const
{
    return new Repetitions(scope, view(name));
}

View::Iterator *View::CreateTemplateIterator(const TemplateString &name) const
{
    return new Once(scope, scope_part(&scope, view(name)));
}

class BufEmitter : public ctemplate::ExpandEmitter
{
  public:
    explicit BufEmitter(struct buf *out) : out_(out)
    {
    }

    void Emit(char c) override
    {
        buf_putc(out_, c);
    }

    void Emit(const std::string &s) override
    {
        buf_put(out_, {s.data(), s.size()});
    }

    void Emit(const char *s) override
    {
        buf_put(out_, {s, std::strlen(s)});
    }

    void Emit(const char *s, size_t n) override
    {
        buf_put(out_, {s, n});
    }

  private:
    struct buf *const out_;
};

} // namespace

struct engine {
    ctemplate::TemplateCache cache; // its own: the default one is shared by the whole process
};

extern "C" {

struct engine *engine_new(void)
{
    return new engine;
}

void engine_free(struct engine *e)
{
    delete e;
}

bool engine_add(struct engine *e, struct str name, struct str text, struct buf *said)
{
    size_t before = said->n;
    Capture capture(said);
    bool ok = e->cache.StringToTemplateCache(TemplateString(name.p, name.n), text.p, text.n, ctemplate::DO_NOT_STRIP);
    return ok && said->n == before;
}

void engine_freeze(struct engine *e)
{
    e->cache.Freeze();
}

bool engine_render(const struct engine *e, const struct scope *scope, struct buf *out, struct buf *said)
{
    size_t before = said->n;
    Capture capture(said);
    View page(*scope);
    BufEmitter emitter(out);
    ctemplate::PerExpandData data;
    TemplateString name(scope->file->name.p, scope->file->name.n);
    return e->cache.ExpandNoLoad(name, ctemplate::DO_NOT_STRIP, &page, &data, &emitter) && said->n == before;
}
}
